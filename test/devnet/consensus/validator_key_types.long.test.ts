/** Runs chains whose validators have keys of several types. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KEY_TYPE_NAMES, KEY_TYPES } from '../../../src/abci/pub_key.js';
import { commitSlotSignBytes } from '../../../src/consensus/types/commit.js';
import { consensusCrypto } from '../../../src/crypto/validator_keys.js';
import { createDevnet } from '../../../src/devnet/index.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { readCommit } from '../../../src/rpc/comet/responses/block.js';

const TYPES = ['ml_dsa_65', 'secp256k1eth', 'ed25519', 'secp256k1'] as const;
const SIGNATURE_BYTES = { ml_dsa_65: 3309, secp256k1eth: 65, ed25519: 64, secp256k1: 64 };

type Devnet = Awaited<ReturnType<typeof createDevnet>>;
const aDevnet = (options: Parameters<typeof createDevnet>[0]): Promise<Devnet> =>
  createDevnet({ seed: 'mixed keys', rpc: { address: '127.0.0.1:0' }, ...options });

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
async function ask(devnet: Devnet, path: string): Promise<any> {
  const answer = (await (await fetch(`${devnet.urls.cometRpc}/v0.40/${path}`)).json()) as { readonly result: unknown };
  return answer.result;
}

it('decides blocks that validators with keys of every type have signed', async () => {
  await using devnet = await aDevnet({ validators: 5, validatorKeyTypes: TYPES });
  await devnet.mine({ blocks: 3 });
  const { genesis } = await ask(devnet, 'genesis');
  expect(genesis.consensus_params.validator.pub_key_types.toSorted()).toEqual([...TYPES].toSorted());
  const { validators } = await ask(devnet, 'validators?height=2');
  const commit = readCommit(await ask(devnet, 'commit?height=2'));
  if (commit === undefined) expect.fail('there is no commit');
  const seen = commit.signatures.map(({ validatorAddress, signature }, index) => {
    const shown = validators.find(({ address }: { address: string }) => address === toUpperHex(validatorAddress));
    const type = KEY_TYPE_NAMES.find((name) => KEY_TYPES[name].publicName === shown.pub_key.type) ?? 'ed25519';
    const pubKey = { type, bytes: new Uint8Array(Buffer.from(shown.pub_key.value, 'base64')) };
    expect(signature.bytes).toHaveLength(SIGNATURE_BYTES[type]);
    const message = commitSlotSignBytes(genesis.chain_id, commit, index);
    expect(consensusCrypto.verify(pubKey, message, signature.bytes), type).toBe(true);
    return type;
  });
  expect(seen.toSorted()).toEqual([...TYPES, 'ml_dsa_65'].toSorted());
  const staked = await ask(devnet, 'status');
  expect(validators.some(({ address }: { address: string }) => address === staked.validator_info.address)).toBe(true);
});

it('adds validators with keys of the types of the genesis in turn, which sign and survive a restart', async () => {
  const home = await mkdtemp(join(tmpdir(), 'halley-keys-'));
  const typesOf = (devnet: Devnet): readonly string[] => devnet.validatorKeys.map(({ pub_key }) => pub_key.type);
  const expected = [...TYPES, ...TYPES].map((type) => KEY_TYPES[type].publicName);
  {
    await using devnet = await aDevnet({ validators: TYPES.length, validatorKeyTypes: TYPES, home });
    await devnet.mine({ blocks: 2 });
    const id = await devnet.snapshot();
    await devnet.addValidator({ power: 13 });
    await devnet.revert(id);
    for (const [index] of TYPES.entries()) await devnet.addValidator({ power: 11 + index });
    await devnet.mine({ blocks: 3 });
    expect(typesOf(devnet)).toEqual(expected);
    expect(devnet.validators.map(({ power }) => power)).toEqual([10n, 10n, 10n, 10n, 11n, 12n, 13n, 14n]);
    const commit = readCommit(await ask(devnet, `commit?height=${devnet.height - 1n}`));
    expect(commit?.signatures.map(({ signature }) => signature.bytes.length).toSorted((a, b) => a - b)).toEqual([
      64, 64, 64, 64, 65, 65, 3309, 3309,
    ]);
  }
  {
    await using again = await aDevnet({ home });
    expect(typesOf(again)).toEqual(expected);
    await again.mine({ blocks: 2 });
    expect(again.validators.map(({ power }) => power)).toEqual([10n, 10n, 10n, 10n, 11n, 12n, 13n, 14n]);
  }
  await rm(home, { recursive: true });
});

it.each(TYPES)('slashes a validator with a key of type %s that signs twice', async (type) => {
  await using devnet = await aDevnet({
    validators: 5,
    validatorKeyTypes: [...TYPES.filter((other) => other !== type), type],
  });
  await devnet.mine({ blocks: 2 });
  const guilty = 3;
  const { pub_key, address } = devnet.validatorKeys[guilty] ?? expect.fail('there is no validator');
  expect(pub_key.type).toBe(KEY_TYPES[type].publicName);
  const offence = Number(devnet.height) + 1;
  await devnet.network.addFault({ type: 'equivocate', node: guilty, height: offence });
  await devnet.mine({ blocks: 6 });
  const blocks = await Promise.all([1, 2].map((later) => ask(devnet, `block?height=${offence + later}`)));
  const evidence = blocks.flatMap(({ block }) => block.evidence.evidence);
  expect(evidence.length).toBeGreaterThan(0);
  for (const { value } of evidence)
    expect(value.vote_a).toMatchObject({ height: `${offence}`, validator_address: address });
  expect(devnet.validators[guilty]).toMatchObject({ jailed: true, power: 0n, tokens: 95n * 10n ** 17n });
  const { validators } = await ask(devnet, 'validators');
  expect(validators).toHaveLength(4);
});

it('continues a chain from its home folder as if it had not ended', async () => {
  const home = await mkdtemp(join(tmpdir(), 'halley-keys-'));
  const hashOf = async (devnet: Devnet): Promise<string> => (await ask(devnet, 'block?height=5')).block_id.hash;
  {
    await using devnet = await aDevnet({ validators: 3, validatorKeyTypes: TYPES, home });
    await devnet.mine({ blocks: 2 });
  }
  {
    await using other = await aDevnet({ validators: 3, validatorKeyTypes: TYPES });
    await using again = await aDevnet({ home });
    expect(again.validatorKeys.map(({ priv_key }) => priv_key.type)).toEqual(
      other.validatorKeys.map(({ priv_key }) => priv_key.type),
    );
    await again.mine({ blocks: 2 });
    await other.mine({ blocks: 4 });
    const [ours, theirs] = [await hashOf(again), await hashOf(other)];
    expect(equalBytes(fromHex(ours), fromHex(theirs))).toBe(true);
    const id = await other.snapshot();
    await other.mine({ blocks: 1 });
    const before = (await ask(other, 'block?height=6')).block_id.hash;
    await other.revert(id);
    await other.mine({ blocks: 1 });
    expect((await ask(other, 'block?height=6')).block_id.hash).toBe(before);
  }
  await expect(aDevnet({ home, validatorKeyTypes: ['ed25519'] })).rejects.toThrow(
    'genesis: validator "validator-0" has a key of type ml_dsa_65, expected ed25519',
  );
  await rm(home, { recursive: true });
});

it('refuses types that do not exist', async () => {
  await expect(aDevnet({ validatorKeyTypes: ['bls12_381'] as never })).rejects.toThrow(
    'validatorKeyTypes is ["bls12_381"], expected a list of',
  );
});
