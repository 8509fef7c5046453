/** ethers: HTTP for requests, a WebSocket for events. */
import { Contract, ContractFactory, JsonRpcProvider, Wallet, WebSocketProvider } from 'ethers';
import { abi, BETWEEN_MS, bytecode, key, listen, pause, SUBSCRIBED_MS, state, url, WORDS, wsUrl } from './lab.mjs';

const provider = new JsonRpcProvider(url);
const wallet = new Wallet(key, provider);

const { chainId } = await provider.getNetwork();
const contract = await new ContractFactory(abi, bytecode, wallet).deploy();
await contract.waitForDeployment();
const address = await contract.getAddress();
const heard = [];
await new Contract(address, abi, new WebSocketProvider(wsUrl)).on('Heard', (word) => heard.push(word));
await pause(SUBSCRIBED_MS);
const receipts = [];
for (const word of WORDS) {
  await pause(BETWEEN_MS);
  const sent = await contract.say(word, { value: word });
  receipts.push((await sent.wait()).status === 1 ? 'success' : 'reverted');
}
await listen(heard);
state({ chainId, receipts, heard, balance: await provider.getBalance(address) });
