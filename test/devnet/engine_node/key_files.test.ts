/** Tests the key files of `createEngine`: every type that CometBFT 0.40 knows, and what is no key. */
import { afterEach, expect, it } from 'vitest';
import { KEY_TYPE_NAMES, KEY_TYPES } from '../../../src/abci/pub_key.js';
import { toBase64, tryFromBase64 } from '../../../src/codec/base64.js';
import { loadKeyTypes } from '../../../src/crypto/validator_keys.js';
import { createEngine, type Engine } from '../../../src/devnet/index.js';
import { networkKeys, seededSecrets } from '../../../src/testnet/keys/node_keys.js';
import { validatorKeyText } from '../../../src/testnet/network_files.js';
import { Ledger } from './ledger.js';

const open: Engine[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

interface KeyFile {
  readonly address: string;
  readonly pub_key: { readonly type: string; readonly value: string };
  readonly priv_key: { readonly type: string; readonly value: string };
}

/** Returns a file of each type, as `halley testnet` writes them for CometBFT. */
async function keyFiles(): Promise<readonly KeyFile[]> {
  await loadKeyTypes(KEY_TYPE_NAMES);
  const { nodes } = networkKeys(KEY_TYPE_NAMES.length, seededSecrets('files'), KEY_TYPE_NAMES);
  return nodes.map(({ validator }) => JSON.parse(validatorKeyText(validator)));
}

const documentOf = (files: readonly KeyFile[]) => ({
  chain_id: 'types-2',
  consensus_params: { validator: { pub_key_types: KEY_TYPE_NAMES } },
  validators: files.map(({ address, pub_key }, index) => ({ address, pub_key, power: `${10 + index}`, name: '' })),
});

it('lets validators with keys of all types decide blocks', async () => {
  const keys = await keyFiles();
  const engine = await createEngine({ app: new Ledger(), genesis: documentOf(keys), keys });
  open.push(engine);
  await engine.mine({ blocks: 4 });
  expect(engine.validators.map(({ address, power }) => [address, power])).toEqual(
    keys.map(({ address }, index) => [address, 10n + BigInt(index)]),
  );
  // The power that is left is less than two thirds of 46 with one more away: each type signs.
  await engine.network.crashValidator(3);
  await engine.mine({ blocks: 2 });
  expect(engine.height).toBe(7n);
});

it('refuses what is no key with the reason, and shows nothing of it', async () => {
  const files = await keyFiles();
  const [ed25519, secp256k1, secp256k1eth, mlDsa] = files as [KeyFile, KeyFile, KeyFile, KeyFile];
  const refusal = (keys: readonly unknown[]): Promise<string> =>
    createEngine({ app: new Ledger(), genesis: documentOf(files), keys }).then(
      () => expect.fail('the engine has started'),
      ({ message }: Error) => message,
    );
  const withValue = (file: KeyFile, value: string) => ({ ...file, priv_key: { ...file.priv_key, value } });
  const end = "as in CometBFT's priv_validator_key.json";
  expect(await refusal([{ priv_key: { type: 'tendermint/PrivKeySr25519', value: '' } }])).toBe(
    `key 0 has a priv_key of type "tendermint/PrivKeySr25519": expected one of ${KEY_TYPE_NAMES.map((type) => `"${KEY_TYPES[type].privateName}"`).join(', ')}, ${end}`,
  );
  for (const [file, type, length] of [
    [ed25519, 'ed25519', 64],
    [secp256k1, 'secp256k1', 32],
    [secp256k1eth, 'secp256k1eth', 32],
    [mlDsa, 'ml_dsa_65', 4032],
  ] as const)
    expect(await refusal([withValue(file, toBase64(new Uint8Array(length - 1)))])).toBe(
      `key 0 has a priv_key of type ${type} without value: expected ${length} bytes in base64, ${end}`,
    );
  expect(await refusal([ed25519, withValue(secp256k1, toBase64(new Uint8Array(32)))])).toBe(
    `key 1 has a priv_key that is no key of type secp256k1: expected a private key, ${end}`,
  );
  expect(await refusal([withValue(secp256k1, secp256k1eth.priv_key.value)])).toMatch(
    /^key 0 has a pub_key that does not belong to its priv_key: expected "/,
  );
  const halves = (tryFromBase64(ed25519.priv_key.value) as Uint8Array).with(63, 1);
  expect(await refusal([withValue(ed25519, toBase64(halves))])).toMatch(/halves do not belong together/);
  expect(await refusal([mlDsa, mlDsa])).toMatch(/^key 1 has the key of another validator/);
});
