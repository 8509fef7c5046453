/** viem: HTTP for requests, a WebSocket for events. */
import { createPublicClient, createWalletClient, http, webSocket } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { abi, BETWEEN_MS, bytecode, key, listen, pause, SUBSCRIBED_MS, state, url, WORDS, wsUrl } from './lab.mjs';

const client = createPublicClient({ transport: http(url) });
const wallet = createWalletClient({ account: privateKeyToAccount(key), transport: http(url) });
const live = createPublicClient({ transport: webSocket(wsUrl) });

const chainId = await client.getChainId();
const deployment = await wallet.deployContract({ abi, bytecode, chain: null });
const { contractAddress: address } = await client.waitForTransactionReceipt({ hash: deployment });
const heard = [];
live.watchContractEvent({
  ...{ address, abi, eventName: 'Heard' },
  onLogs: (logs) => heard.push(...logs.map(({ args }) => args.word)),
});
await pause(SUBSCRIBED_MS);
const receipts = [];
for (const word of WORDS) {
  await pause(BETWEEN_MS);
  const said = { address, abi, functionName: 'say', args: [word], value: word, chain: null };
  const hash = await wallet.writeContract(said);
  receipts.push((await client.waitForTransactionReceipt({ hash })).status);
}
await listen(heard);
state({ chainId, receipts, heard, balance: await client.getBalance({ address }) });
