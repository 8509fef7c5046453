/**
 * Defines the account that proposals act by, and the messages that only it may send: those that set a module's
 * parameters (SDK `MsgUpdateParams`).
 */
import { embedded, string } from '../../../codec/protobuf/field.js';
import { type Message, message } from '../../../codec/protobuf/message.js';
import { bech32Address, readAddress } from '../../types/address.js';
import { DECIMAL_ONE, formatDecimal } from '../../types/coins.js';
import { moduleFailure } from '../../types/refusal.js';
import type { ChainParams } from '../chain_params.js';
import { defineMessage, type MessageContext } from './message.js';
import { moduleAccount } from './module_account.js';

/** Account of x/gov. It holds deposits, and its address is the authority of all modules. */
export const GOV = moduleAccount('gov', ['burner'], { isLate: true });

/** Message with an authority in bech32. */
interface Authorized {
  readonly authority: string;
}

/** Returns the address of x/gov's account in bech32. */
export const authorityText = ({ bech32Prefix }: Pick<ChainParams, 'bech32Prefix'>): string =>
  bech32Address(GOV.address, bech32Prefix);

export const signedByAuthority = ({ authority }: Authorized, { bech32Prefix }: ChainParams) => [
  readAddress('authority address', authority, bech32Prefix),
];

/** Throws TxFailure unless a message has the authority of x/gov. */
export function checkAuthority({ authority }: Authorized, { params }: MessageContext): void {
  const expected = authorityText(params);
  if (authority === expected) return;
  const text = `invalid authority; expected ${expected}, got ${authority}`;
  throw moduleFailure('gov', 13, `${text}: ${ONLY_GOV}`);
}

const ONLY_GOV = 'expected gov account as only signer for proposal message';

/** Does the same with the text of x/auth, whose error has no code of its own. */
export function checkAuthorityOfAuth({ authority }: Authorized, { params }: MessageContext): void {
  const expected = authorityText(params);
  if (authority !== expected)
    throw invalidParams(`${ONLY_GOV}; invalid authority; expected ${expected}, got ${authority}`);
}

interface ParamsType<P> {
  /** Protobuf package of the module. */
  readonly of: string;
  readonly aminoName: string;
  readonly params: Message<P>;
  /** Checks and stores the parameters. Throws TxFailure. */
  readonly update: (params: P, context: MessageContext) => void;
  /** Refuses another authority than gov's; by default as most modules do. */
  readonly check?: typeof checkAuthority;
}

/** Defines `MsgUpdateParams` of a module. */
export const defineUpdateParams = <P>({ of, aminoName, params, update, check = checkAuthority }: ParamsType<P>) =>
  defineMessage({
    message: message(`${of}.MsgUpdateParams`, { authority: string(1), params: embedded(2, params) }, { aminoName }),
    response: message(`${of}.MsgUpdateParamsResponse`, {}),
    signers: signedByAuthority,
    handle(value, context) {
      check(value, context);
      update(value.params, context);
      return {};
    },
  });

/** Makes the failure for parameters that a module refuses, which has no code of its own. */
export const invalidParams = (text: string) => moduleFailure('undefined', 1, text);

/** Throws TxFailure for a parameter that is not a decimal from 0 to 1. */
export function checkShare(name: string, value: bigint): void {
  if (value < 0n) throw invalidParams(`${name} cannot be negative: ${formatDecimal(value)}`);
  if (value > DECIMAL_ONE) throw invalidParams(`${name} too large: ${formatDecimal(value)}`);
}
