/**
 * The chain that the examples of methods and routes speak of, and that their test builds and asks over its sockets: seed
 * `examples`, head 6. In block 2 Alice deploys a contract that counts and sends Bob one coin; in block 3 both have it
 * count; block 4 gives a validator another power; block 5 holds evidence; block 6 is empty, and two transactions of
 * Bob's wait. When anything that a block's hash covers changes, the test says what stands here instead.
 */

export const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
export const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
/** As EIP-55 spells it. */
export const BOB_CHECKSUMMED = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Has coins; the node does not hold her key. */
export const CAROL = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';
export const CONTRACT = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
/** Counts in slot 0 and logs whenever it is called, but answers `count()`. */
export const CONTRACT_CODE =
  '0x5f3560e01c6306661abd14603f575f54600101805f555f52337fb182275171042022ff972a26edbd0171bccc74463bd22e56dbbeba4e93b7a66860205fa2005b5f545f5260205ff3';
/** keccak256 of `Increment(address,uint256)`. */
export const EVENT_TOPIC = '0xb182275171042022ff972a26edbd0171bccc74463bd22e56dbbeba4e93b7a668';
/** A token's code, as small as can be: what it answers of an account is the slot of the account's number. */
export const TOKEN_CODE = '0x6004355460005260206000f3';
/** The contract's `count()`: the answer is 2. */
export const COUNT_SELECTOR = '0x06661abd';

export const BLOCK_2_HASH = '0x026553938b9c079b480d0c21a7ee1e570b5c84d192b73f0556c842d96e0a494b';
export const BLOCK_3_HASH = '0xc80ce0e66bf8d885324e9048e4b09a90988dd63f99c22b6f25182a338e7df52e';
/** Block 2 as an Ethereum block. */
export const BLOCK_2_RLP = '0x';
/** Of block 6. */
export const HEAD_HASH = '0x67d6c037f7d3f044dae3e0885f2a03e0e6b6b71ea5ae81920a075c582e828f4c';
/** Alice's transfer of one coin to Bob in block 2. */
export const TRANSFER_HASH = '0x1b6e8c54fc509e20e5fbca40cc5364be25eff94dd66017377c434811d7c40063';
/** Alice's call in block 3, and the consensus engine's hash of the same transaction. */
export const CALL_HASH = '0x621aec3d2103a3499f0564dcf05b190432d9c61b2a4d930c38f0463e0828a674';
export const CALL_TX_HASH = '7E0DB527025A688A8CDD4307784C3F2E1CFFDC00E1FCA70D8C13766B86362130';
/** A signed transfer that is on no chain yet, and its hashes. */
export const RAW_TRANSACTION =
  '0x02f86c827a6980843b9aca0084ee6b28008252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c001a07c895a1af9667cb466c4995d768338db7d8b0370c84977621c250eed56f5f582a0350bb33812db88ca32dafd3aad90055ef51f460ff3bc1884e529a3b3ab9649a7';
export const RAW_TRANSACTION_HASH = '0xf0f4a7b71ae8258e32c8e6e2769b14686d6289a853fbe5b5a8e25f9aada49559';
/** What `eth_sendTransaction` makes of its example. */
export const SENT_HASH = '0x164f52c757956e4212df77c032953b09da4729c67b1aeabb198546c7d0413364';
/** What `eth_sendUnsignedTransaction` makes of its example. */
export const UNSIGNED_HASH = '0x6e8ac552eaeb5f6df13b75aee4009d1e86287728ffc56d98553aa48d8c08c575';
/** A peer's id and address. */
export const PEER = 'b5cc1c95c54d8e0fa0bf85a2d3c0f3cc9bb6f550@127.0.0.1:26666';

export const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

/** Stands for a new id, which a node draws by chance. */
export const NEW_ID = '0x1d';
/** Stand for ids that the node gave out: of a block filter older than block 6, a log filter on the contract, a subscription. */
export const BLOCK_FILTER = '0xb10c';
export const LOG_FILTER = '0x1095';
export const SUBSCRIPTION = '0x5ab5';
