/**
 * Compares the descriptions of our messages with those of cosmjs-types, which were generated from the SDK's files: a
 * message in which no two fields are equal is decoded there, and must have every value under its proto name.
 */
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import type { FieldShape, Message } from '../../../src/codec/protobuf/message.js';
import { sdkBackend } from '../../../src/devnet/backends/sdk.js';
import { invariant } from '../../../src/kernel/errors.js';
import { utf8 } from '../../../src/kernel/text.js';

const { methods, messages } = sdkBackend(() => {
  throw new Error('this test asks no chain');
});

/** Files of cosmjs-types whose name is not that of the messages' package. */
const FILES = [
  'cosmos/auth/v1beta1/auth cosmos/auth/v1beta1/query cosmos/bank/v1beta1/bank cosmos/bank/v1beta1/query',
  'cosmos/bank/v1beta1/tx cosmos/base/abci/v1beta1/abci cosmos/base/query/v1beta1/pagination cosmos/base/v1beta1/coin',
  'cosmos/base/node/v1beta1/query cosmos/base/tendermint/v1beta1/query cosmos/base/tendermint/v1beta1/types',
  'cosmos/crypto/ed25519/keys cosmos/crypto/multisig/keys cosmos/crypto/multisig/v1beta1/multisig',
  'cosmos/crypto/secp256k1/keys cosmos/ics23/v1/proofs cosmos/slashing/v1beta1/query',
  'cosmos/slashing/v1beta1/slashing cosmos/staking/v1beta1/query cosmos/staking/v1beta1/staking',
  'cosmos/staking/v1beta1/tx cosmos/tx/v1beta1/service cosmos/tx/v1beta1/tx cosmwasm/wasm/v1/query',
  'cosmwasm/wasm/v1/tx google/protobuf/any ibc/applications/transfer/v1/query ibc/applications/transfer/v1/transfer',
  'ibc/applications/transfer/v1/tx ibc/core/channel/v1/channel ibc/core/channel/v1/query ibc/core/channel/v1/tx',
  'ibc/core/client/v1/client ibc/core/client/v1/query ibc/core/client/v1/tx ibc/core/commitment/v1/commitment',
  'ibc/core/connection/v1/connection ibc/core/connection/v1/query ibc/core/connection/v1/tx',
  'ibc/lightclients/tendermint/v1/tendermint tendermint/abci/types tendermint/crypto/keys tendermint/p2p/types',
  'tendermint/types/block tendermint/types/evidence tendermint/types/types tendermint/types/validator',
  'tendermint/version/types',
].flatMap((line) => line.split(' '));

interface Generated {
  readonly typeUrl: string;
  decode(bytes: Uint8Array): unknown;
  toJSON(value: unknown): Readonly<Record<string, unknown>>;
}

const require = createRequire(import.meta.url);
const GENERATED = new Map(
  FILES.flatMap((file) => Object.values(require(`cosmjs-types/${file}`) as Record<string, Generated | undefined>))
    .filter((type): type is Generated => typeof type === 'object' && type?.typeUrl !== undefined)
    .map((type) => [type.typeUrl.slice(1), type]),
);

/** Returns `delegator_addr` as `delegatorAddr`. */
const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Writes a field with a value of its own, and returns what JSON shows of it; `undefined` for a message in it. */
function writeSample(out: ProtoWriter, { number, kind }: FieldShape): unknown {
  if (kind === 'string' || kind === 'int' || kind === 'dec') {
    out.string(number, `${number}0`);
    return `${number}0`;
  }
  if (kind === 'bytes' || kind === 'decBytes') {
    out.bytes(number, utf8(`${number}0`));
    return Buffer.from(`${number}0`).toString('base64');
  }
  if (kind === 'bool') {
    out.bool(number, true);
    return true;
  }
  if (kind === 'uint64' || kind === 'int64') {
    out.uint(number, 2n ** 60n + BigInt(number));
    return (2n ** 60n + BigInt(number)).toString();
  }
  if (kind === 'uint32' || kind === 'int32') {
    out.uint(number, 70_000 + number);
    return 70_000 + number;
  }
  if (typeof kind === 'object' && 'enum' in kind) {
    const second = Object.entries(kind.values)[1];
    invariant(second !== undefined, `${kind.enum} has values`);
    out.uint(number, Number(second[0]));
    return second[1];
  }
  out.message(number, new Uint8Array());
  return undefined;
}

/** Fields that the generated files of this version do not have yet. */
const NEWER = ['prehash_key_before_comparison', 'mldsa65', 'secp256k1eth'];

/** Messages that both sides describe. */
const shared = [...messages.values()].filter(({ name }) => GENERATED.has(name));

describe('descriptions of messages', () => {
  it('covers the SDK, the engine and IBC', () => {
    expect(shared.length).toBeGreaterThan(180);
  });

  it.each(shared.map((message): [string, Message<unknown>] => [message.name, message]))('%s', (name, message) => {
    const generated = GENERATED.get(name);
    invariant(generated !== undefined, 'both sides have the message');
    for (const { name: fieldName, field } of message.fields.filter((each) => !NEWER.includes(each.name))) {
      const out = new ProtoWriter();
      const sample = writeSample(out, field);
      const json = generated.toJSON(generated.decode(out.finish()));
      const shown = json[camelCase(fieldName)];
      expect(shown, fieldName).toBeDefined();
      const [value] = field.isRepeated && Array.isArray(shown) ? shown : [shown];
      expect(Array.isArray(shown), `${fieldName} is a list`).toBe(field.isRepeated ?? false);
      if (sample !== undefined) expect(value, fieldName).toEqual(sample);
    }
  });
});

describe('methods', () => {
  it('names the messages of each method by its path', () => {
    const named = Object.fromEntries(
      methods.map(({ path, request, response }) => [path, [request.name, response.name]]),
    );
    expect(named['/cosmos.bank.v1beta1.Query/SpendableBalances']).toEqual([
      'cosmos.bank.v1beta1.QuerySpendableBalancesRequest',
      'cosmos.bank.v1beta1.QuerySpendableBalancesResponse',
    ]);
    expect(named['/cosmos.base.tendermint.v1beta1.Service/GetSyncing']).toEqual([
      'cosmos.base.tendermint.v1beta1.GetSyncingRequest',
      'cosmos.base.tendermint.v1beta1.GetSyncingResponse',
    ]);
  });

  it('describes every message that a field names', () => {
    const missing = [...messages.values()].flatMap((message) =>
      message.fields.flatMap(({ name, field: { kind } }) =>
        typeof kind === 'object' && 'name' in kind && !messages.has(kind.name ?? '') ? [`${message.name}.${name}`] : [],
      ),
    );
    expect(missing).toEqual([]);
  });
});
