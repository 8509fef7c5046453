/** Shows the fields of a Cosmos message: by name where the message is known, and by number where it is not. */
import type { Bytes } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import type { CosmosMessage } from './cosmos_tx.js';
import { readFields, textOf } from './protobuf.js';

/** Field as shown: a text, or fields of its own. */
export interface ShownField {
  readonly name: string;
  readonly value: string | readonly ShownField[];
}

/** Names of fields by their numbers; a nested message has a schema of its own. */
type Schema = { readonly [number: number]: string | readonly [name: string, schema: Schema] };

/** Names fields in the order of their numbers, from 1 on. */
const named = (...names: readonly Schema[number][]): Schema =>
  Object.fromEntries(names.map((name, i) => [i + 1, name]));

const COIN = named('denom', 'amount');
const HEIGHT = named('revision_number', 'revision_height');
const PACKET = named(
  ...['sequence', 'source_port', 'source_channel', 'destination_port', 'destination_channel', 'data'],
  ['timeout_height', HEIGHT],
  'timeout_timestamp',
);
const DELEGATION = named('delegator_address', 'validator_address', ['amount', COIN]);

/** Messages that appear on a devnet most often. */
const SCHEMAS: Readonly<Record<string, Schema>> = {
  '/cosmos.bank.v1beta1.MsgSend': named('from_address', 'to_address', ['amount', COIN]),
  '/cosmos.staking.v1beta1.MsgDelegate': DELEGATION,
  '/cosmos.staking.v1beta1.MsgUndelegate': DELEGATION,
  '/cosmos.staking.v1beta1.MsgBeginRedelegate': named(
    ...['delegator_address', 'validator_src_address', 'validator_dst_address'],
    ['amount', COIN],
  ),
  '/cosmos.slashing.v1beta1.MsgUnjail': named('validator_addr'),
  '/cosmos.evm.vm.v1.MsgEthereumTx': { 5: 'from', 6: 'raw' },
  '/cosmos.evm.erc20.v1.MsgConvertERC20': named('contract_address', 'amount', 'receiver', 'sender'),
  '/cosmos.evm.erc20.v1.MsgConvertCoin': named(['coin', COIN], 'receiver', 'sender'),
  '/ibc.applications.transfer.v1.MsgTransfer': named(
    ...['source_port', 'source_channel'],
    ['token', COIN],
    ...['sender', 'receiver'],
    ['timeout_height', HEIGHT],
    ...['timeout_timestamp', 'memo'],
  ),
  '/ibc.core.client.v1.MsgUpdateClient': named('client_id', 'client_message', 'signer'),
  '/ibc.core.channel.v1.MsgRecvPacket': named(
    ['packet', PACKET],
    'proof_commitment',
    ['proof_height', HEIGHT],
    'signer',
  ),
  '/ibc.core.channel.v1.MsgAcknowledgement': named(
    ['packet', PACKET],
    ...['acknowledgement', 'proof_acked'],
    ['proof_height', HEIGHT],
    'signer',
  ),
  '/ibc.core.channel.v1.MsgTimeout': named(
    ['packet', PACKET],
    'proof_unreceived',
    ['proof_height', HEIGHT],
    ...['next_sequence_recv', 'signer'],
  ),
  '/halley.dev.v1.MsgAddBalance': named('address', 'amount'),
  '/halley.dev.v1.MsgSetBalance': named('address', 'amount'),
  '/halley.dev.v1.MsgSetNonce': named('address', 'nonce'),
  '/halley.dev.v1.MsgSetCode': named('address', 'code'),
  '/halley.dev.v1.MsgSetStorageAt': named('address', 'slot', 'value'),
};

/** Most levels down to which unknown fields are searched for messages. */
const MAX_DEPTH = 6;
/** Matches a text without control characters, which bytes of another kind rarely are. */
const READABLE = /^[^\p{Cc}]+$|^[^\p{Cc}]*[\n\t][^\p{Cc}]*$/u;

/** Shows bytes of unknown kind: as text when they read like one, as fields when they parse, and otherwise as hex. */
function guessed(bytes: Bytes, depth: number): ShownField['value'] {
  if (bytes.length === 0) return '';
  const text = textOf(bytes);
  if (text !== undefined && READABLE.test(text)) return text;
  const fields = bytes.length === 20 || depth >= MAX_DEPTH ? undefined : readFields(bytes);
  return fields === undefined || fields.length === 0 ? to0x(bytes) : shown(bytes, {}, depth + 1);
}

function shown(bytes: Bytes, schema: Schema, depth: number): ShownField['value'] {
  const fields = readFields(bytes);
  if (fields === undefined) return to0x(bytes);
  return fields.map(({ number, value }) => {
    const known = schema[number];
    const name = known === undefined ? `field ${number}` : typeof known === 'string' ? known : known[0];
    if (typeof value === 'bigint') return { name, value: value.toString() };
    if (typeof known === 'object') return { name, value: shown(value, known[1], depth + 1) };
    return { name, value: known === undefined ? guessed(value, depth) : textOrHex(value) };
  });
}

/** Returns bytes as the text that they are, or as hex. */
export function textOrHex(bytes: Bytes): string {
  const text = textOf(bytes);
  return text !== undefined && READABLE.test(text) ? text : to0x(bytes);
}

/** Returns the fields of a message, in the order of its bytes. */
export function messageFields({ typeUrl, value }: CosmosMessage): readonly ShownField[] {
  const fields = shown(value, SCHEMAS[typeUrl] ?? {}, 0);
  return typeof fields === 'string' ? [{ name: 'value', value: fields }] : fields;
}
