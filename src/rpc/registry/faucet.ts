/**
 * Gives coins to an account as `@cosmjs/faucet` does, with its texts: `POST /credit` and `GET /status`. It mints them, so
 * the balances and nonces of other accounts stay as they are. It accepts bech32 and hex addresses, as often as asked.
 */
import type { ChainAssets } from '../../backend/assets.js';
import { decodeBech32 } from '../../codec/bech32.js';
import { CodecError } from '../../codec/codec_error.js';
import { MsgMintCoins } from '../../codec/dev/tokens.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import type { Schedule } from '../jsonrpc/limits.js';
import type { ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { jsonBody } from '../rest/json_body.js';
import type { ServedChain } from '../served_chain.js';

/** Chain of the faucet. */
export interface FaucetChain {
  readonly served: ServedChain;
  readonly assets: ChainAssets;
  readonly schedule: Schedule;
  /** Amount of a credit, in units of `10^decimals`. */
  readonly creditAmount: number;
}

const ADDRESS_BYTES = 20;
/** Decimals of a denom without metadata, as `@cosmjs/faucet` assumes for every token. */
const DEFAULT_DECIMALS = 6;
/** Longest wait for the block with the coins, in ms. */
const BLOCK_WAIT_MS = 20_000;

const text = (status: number, body: string): ProtocolResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Returns the denoms that the faucet gives: all of the bank. */
const availableTokens = ({ forms }: ChainAssets): readonly string[] =>
  forms.map(({ denom }) => denom).filter((denom) => !denom.startsWith('cw20:'));

/** Returns the response of `GET /status`, without a holder, because the coins are minted. */
export function faucetStatus({ served, assets }: FaucetChain): object {
  const tokens = availableTokens(assets);
  return {
    status: 'ok',
    nodeUrl: served.urls()['cometRpc'],
    chainId: served.id,
    chainTokens: tokens,
    availableTokens: tokens,
    distributors: [],
  };
}

/** Answers `POST /credit`. */
export async function credit(request: ProtocolRequest, chain: FaucetChain): Promise<ProtocolResponse> {
  const { served, assets } = chain;
  if (request.method !== 'POST') return text(405, 'This endpoint requires a POST request');
  if (!served.evm.acceptsDevTxs())
    return text(403, 'This chain has no faucet: its genesis does not enable dev methods');
  if (!request.peer.trusted) return text(403, 'Only programs and pages of this machine may use the faucet');
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    return text(415, 'Content-type application/json expected');
  const body = jsonBody(request.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return text(400, 'Request body must be a dictionary.');
  for (const name of ['address', 'denom']) {
    const value: unknown = Reflect.get(body, name);
    if (typeof value !== 'string') return text(400, `Property '${name}' must be a string.`);
    if (value === '') return text(400, `Property '${name}' must not be empty.`);
  }
  const { address: account, denom } = body as { readonly address: string; readonly denom: string };
  const address = addressOf(account, assets.bech32Prefix);
  if (address === undefined) return text(400, 'Address is not in the expected format for this chain.');
  const tokens = availableTokens(assets);
  if (!tokens.includes(denom)) return text(422, `Token is not available. Available tokens are: ${tokens}`);
  const decimals = assets.forms.find((form) => form.denom === denom)?.decimals ?? DEFAULT_DECIMALS;
  const amount = BigInt(chain.creditAmount) * 10n ** BigInt(decimals);
  try {
    await give(chain, { address, denom, amount });
  } catch (error) {
    if (error instanceof HalleyError) return text(500, `Sending tokens failed: ${error.message}`);
    throw error;
  }
  return text(200, 'ok');
}

/** Parses an address in hex, or in bech32 with the chain's prefix. */
function addressOf(account: string, prefix: string): Bytes | undefined {
  try {
    const bytes = account.startsWith('0x') ? tryFromHex(account.slice(2)) : bech32Bytes(account, prefix);
    return bytes?.length === ADDRESS_BYTES ? bytes : undefined;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function bech32Bytes(account: string, wanted: string): Bytes | undefined {
  const { prefix, bytes } = decodeBech32(account);
  return prefix === wanted ? bytes : undefined;
}

interface Credit {
  readonly address: Bytes;
  readonly denom: string;
  readonly amount: bigint;
}

/**
 * Mints the coins, and resolves when a block includes them, because Cosmos clients read committed state. Where blocks are
 * made on request only, it resolves at once. Throws HalleyError for coins that the chain refuses.
 */
async function give({ served, schedule }: FaucetChain, coins: Credit): Promise<void> {
  const { evm } = served;
  await evm.sendDevTx(MsgMintCoins, coins);
  if (evm.isAutomine()) await evm.mineBlocks({ blocks: 1 });
  else if (!/^(?:manual|step|engine)/.test(served.controls().miningMode)) await nextBlock(served, schedule);
}

/** Resolves at the next block, or after the longest wait. */
function nextBlock({ events }: ServedChain, schedule: Schedule): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stop();
      cancel();
      resolve();
    };
    const stop = events.listen((event) => {
      if (event.type === 'block') done();
    });
    const cancel = schedule(BLOCK_WAIT_MS, done);
  });
}
