/**
 * What the clients of this folder do with a node, each with the defaults of its library: they deploy a contract, listen
 * to its events, call it three times, wait for each receipt, and state what they have seen.
 */

export const {
  HALLEY_RPC_URL: url,
  HALLEY_WS_URL: wsUrl,
  HALLEY_COMET_URL: cometUrl,
  HALLEY_PRIVATE_KEY: key,
} = process.env;

/** Interface of the contract. Each call of `say` emits `Heard` with the same number. */
export const abi = [
  {
    type: 'function',
    name: 'say',
    stateMutability: 'payable',
    inputs: [{ name: 'word', type: 'uint256' }],
    outputs: [],
  },
  { type: 'event', name: 'Heard', anonymous: false, inputs: [{ name: 'word', type: 'uint256', indexed: false }] },
];

const RUNTIME = '6004356000527f39886373a3245b69076d2e7e6107a9c85ef382bc7bac5ce043ea77a723e5e37b60206000a100';
/** Copies the code of the contract, 45 bytes from the eleventh on, and returns it. */
export const bytecode = `0x602d80600b6000396000f3${RUNTIME}`;

/** Numbers that are said, each with as many wei. */
export const WORDS = [1n, 2n, 3n];

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Time between two calls, as a person takes it. ethers keeps answers for 250 ms, also that with the next nonce. */
export const BETWEEN_MS = 500;

/** Time in which a subscription begins, and in which late and doubled events arrive. */
export const SUBSCRIBED_MS = 2000;
const LATE_MS = 1000;
const EVENTS_MS = 12_000;

/** Waits until all words were heard, or long enough. */
export async function listen(heard) {
  for (let waited = 0; heard.length < WORDS.length && waited < EVENTS_MS; waited += 100) await pause(100);
  await pause(LATE_MS);
}

/** States what the client believes, and ends the process with its sockets. */
export function state(facts) {
  console.log(JSON.stringify(facts, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  process.exit(0);
}
