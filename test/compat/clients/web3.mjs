/** web3.js: HTTP for requests, a WebSocket for events. */
import { Web3 } from 'web3';
import { abi, BETWEEN_MS, bytecode, key, listen, pause, SUBSCRIBED_MS, state, url, WORDS, wsUrl } from './lab.mjs';

const web3 = new Web3(url);
const live = new Web3(wsUrl);
const [{ address: from }] = web3.eth.accounts.wallet.add(key);

const chainId = await web3.eth.getChainId();
const contract = await new web3.eth.Contract(abi).deploy({ data: bytecode }).send({ from });
const { address } = contract.options;
const heard = [];
new live.eth.Contract(abi, address).events.Heard().on('data', ({ returnValues }) => heard.push(returnValues.word));
await pause(SUBSCRIBED_MS);
const receipts = [];
for (const word of WORDS) {
  await pause(BETWEEN_MS);
  const { status } = await contract.methods.say(word).send({ from, value: `${word}` });
  receipts.push(status === 1n ? 'success' : 'reverted');
}
await listen(heard);
state({ chainId, receipts, heard, balance: await web3.eth.getBalance(address) });
