/** wagmi without a page: one transport over HTTP, so that it asks for events again and again. */
import {
  createConfig,
  deployContract,
  getBalance,
  getChainId,
  http,
  waitForTransactionReceipt,
  watchContractEvent,
  writeContract,
} from '@wagmi/core';
import { privateKeyToAccount } from 'viem/accounts';
import { hardhat } from 'viem/chains';
import { abi, BETWEEN_MS, bytecode, key, listen, pause, SUBSCRIBED_MS, state, url, WORDS } from './lab.mjs';

const config = createConfig({ chains: [hardhat], transports: { [hardhat.id]: http(url) } });
const account = privateKeyToAccount(key);

const deployment = await deployContract(config, { abi, bytecode, account });
const { contractAddress: address } = await waitForTransactionReceipt(config, { hash: deployment });
const heard = [];
watchContractEvent(config, {
  ...{ address, abi, eventName: 'Heard' },
  onLogs: (logs) => heard.push(...logs.map(({ args }) => args.word)),
});
await pause(SUBSCRIBED_MS);
const receipts = [];
for (const word of WORDS) {
  await pause(BETWEEN_MS);
  const said = { address, abi, functionName: 'say', args: [word], value: word, account };
  const hash = await writeContract(config, said);
  receipts.push((await waitForTransactionReceipt(config, { hash })).status);
}
await listen(heard);
const { value: balance } = await getBalance(config, { address });
state({ chainId: getChainId(config), receipts, heard, balance });
