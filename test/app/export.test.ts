/** Tests that an exported genesis document restores the state, which exports the same document again. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, type HalleyApplication } from '../../src/app/application.js';
import { exportAppState } from '../../src/app/genesis.js';
import { ensureAccount, writePublicKey } from '../../src/app/modules/auth/store.js';
import { balanceOf, changeSupply, setBalance } from '../../src/app/modules/bank/store.js';
import { HISTORY_ADDRESS } from '../../src/app/modules/evm/block_hash_history.js';
import { stakingProblem } from '../../src/app/modules/staking/invariants.js';
import { BONDED_POOL } from '../../src/app/modules/staking/pools.js';
import { readLastPowers, readValidator } from '../../src/app/modules/staking/store.js';
import { openAppState } from '../../src/app/state/open.js';
import type { AppState, CommittedState, WorkingState } from '../../src/app/state/types.js';
import { accountKeyAny, multisigKeyAny, readAccountKey } from '../../src/app/types/public_key.js';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { publicKeyOf } from '../../src/crypto/secp256k1/index.js';
import { EMPTY_ACCOUNT } from '../../src/evm/state.js';
import { equalBytes } from '../../src/kernel/bytes.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { type AppStateJson, initChainRequest, readGenesis, TestChain } from './support/chain.js';
import { deploySink } from './support/contracts.js';
import { type Step, signStep, step } from './support/steps.js';
import { doubleSign, punish, validatorsOf } from './support/validators.js';
import { COIN, dev, sign } from './support/wallet.js';

beforeAll(installFastCrypto);

const VALIDATORS = validatorsOf(10n, 3n, 7n);

interface Imported {
  readonly app: HalleyApplication;
  readonly state: AppState;
}

/** Opens a chain that continues with a document, after a conversion to text and back. */
async function importInto(document: object, height: bigint, before: CommittedState): Promise<Imported> {
  const state = await openAppState(undefined);
  const app = await createApplication({ state });
  const validators = readLastPowers(before).map(({ operator, power }) => {
    const pubKey = readValidator(before, operator)?.pubKey;
    if (pubKey === undefined) throw new Error('a power without a validator');
    return { pubKey, power };
  });
  await app.initChain({
    ...initChainRequest(readGenesis(), 30_000_000n, validators),
    appState: JSON.parse(JSON.stringify(document)),
    initialHeight: height + 1n,
  });
  return { app, state };
}

/** Returns accounts, code and storage, without empty accounts and without values that start anew with a chain. */
function contentOf(state: CommittedState): string[] {
  const lines: string[] = [];
  for (const [address, { nonce, balance, codeHash }] of state.accounts()) {
    if (equalBytes(address, HISTORY_ADDRESS)) continue;
    const code = state.code(codeHash);
    const slots = [...state.slots(address)].map(([slot, value]) => `${toHex(slot)}=${toHex(value)}`);
    if (nonce + balance > 0n || code.length + slots.length > 0)
      lines.push(`${toHex(address)} ${nonce} ${balance} ${toHex(code)} ${slots.join()}`);
  }
  return lines;
}

async function expectSameChain(chain: TestChain): Promise<Imported> {
  const { latest } = chain.state;
  const document = exportAppState(latest);
  const imported = await importInto(document, chain.height, latest);
  const again = imported.state.latest;
  expect(exportAppState(again)).toEqual(document);
  expect(contentOf(again)).toEqual(contentOf(latest));
  expect(imported.app.evm.nextBaseFee(chain.height)).toBe(chain.app.evm.nextBaseFee(chain.height));
  return imported;
}

/** Commits a block with writes that no transaction makes. */
function write(chain: TestChain, change: (state: WorkingState) => void): void {
  change(chain.state.begin(chain.height + 1n));
  chain.state.seal();
  chain.state.commit();
}

const privateKeyOf = (index: number): Uint8Array => fromHex(DEVELOPMENT_ACCOUNTS[index]?.privateKey ?? '');
const address = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const word = (value: number): Uint8Array => new Uint8Array(32).fill(value, 31);

/** Draws what transactions cannot create: coins of other denoms, keys, code and storage of accounts without a nonce. */
const oddity = fc.oneof(
  fc.record({
    type: fc.constant('coins' as const),
    who: fc.nat(9),
    denom: fc.constantFrom('uatom', 'ibc/27A6', 'a.b_c'),
    amount: fc.nat(5).map(BigInt),
  }),
  fc.record({ type: fc.constant('key' as const), who: fc.nat(4) }),
  fc.record({ type: fc.constant('code' as const), who: fc.nat(9), code: fc.constantFrom('', '60016002', 'ef') }),
  fc.record({ type: fc.constant('slot' as const), who: fc.nat(9), slot: fc.nat(3), value: fc.nat(2) }),
);
type Oddity = typeof oddity extends fc.Arbitrary<infer T> ? T : never;

function make(state: WorkingState, odd: Oddity): void {
  const who = address(0xc0 + odd.who);
  switch (odd.type) {
    case 'coins':
      ensureAccount(state, who);
      changeSupply(state, odd.denom, odd.amount - balanceOf(state, who, odd.denom));
      setBalance(state, who, odd.denom, odd.amount);
      return;
    case 'key': {
      const point = publicKeyOf(privateKeyOf(odd.who));
      const key = Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
      writePublicKey(state, dev(odd.who).bytes, accountKeyAny('/cosmos.evm.crypto.v1.ethsecp256k1.PubKey', key));
      return;
    }
    case 'code': {
      const account = state.account(who) ?? EMPTY_ACCOUNT;
      state.setAccount(who, { ...account, codeHash: state.setCode(fromHex(odd.code)) });
      return;
    }
    case 'slot':
      state.setStorage(who, word(odd.slot), word(odd.value));
  }
}

const history = fc.array(
  fc.record({ steps: fc.array(step, { maxLength: 4 }), odd: fc.array(oddity, { maxLength: 4 }) }),
  {
    minLength: 1,
    maxLength: 3,
  },
);

async function play(chain: TestChain, contract: Uint8Array, steps: readonly Step[]): Promise<void> {
  const ahead = new Map<number, number>();
  const raws: Uint8Array[] = [];
  for (const one of steps) {
    const before = ahead.get(one.who) ?? 0;
    ahead.set(one.who, before + 1);
    raws.push(chain.wrap(await signStep(chain, contract, one, before)));
  }
  await chain.block(...raws);
}

describe('the exported document of a state', () => {
  it.each(['dev', 'ethermint'] as const)('restores that state, after any history (%s)', async (genesis) => {
    await fc.assert(
      fc.asyncProperty(history, async (blocks) => {
        const chain = await TestChain.open({ genesis, validators: VALIDATORS });
        const contract = await deploySink(chain, dev(0), COIN);
        for (const { steps, odd } of blocks) {
          await play(chain, contract, steps);
          write(chain, (state) => {
            for (const one of odd) make(state, one);
          });
        }
        await expectSameChain(chain);
      }),
      { numRuns: 12 },
    );
  });

  it('is the same for the same state, with sorted members and entries', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    await chain.mine(await sign(chain, dev(0), { to: dev(1).address, value: 1n }));
    const [one, two] = [exportAppState(chain.state.latest), exportAppState(chain.state.at(chain.height))];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    const names = (value: object): string[] => Object.keys(value);
    expect(names(one)).toEqual(names(one).toSorted());
    const { balances } = (one as AppStateJson)['bank'];
    const holders = balances.map((entry: { address: string }) => entry.address);
    expect(holders).toHaveLength(new Set(holders).size);
  });

  it('continues with the same next blocks as the chain itself', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    const contract = await deploySink(chain, dev(0), COIN);
    const imported = await importInto(exportAppState(chain.state.latest), chain.height, chain.state.latest);
    const raw = await sign(chain, dev(1), { to: contract, value: 5n });
    const request = chain.blockRequest([chain.wrap(raw)]);
    const response = await imported.app.finalizeBlock(request);
    await imported.app.commit();
    const { response: expected } = await chain.run(request);
    expect(response.txResults).toEqual(expected.txResults);
    expect(contentOf(imported.state.latest)).toEqual(contentOf(chain.state.latest));
    expect(imported.state.height).toBe(chain.height);
  });
});

describe('exported validators', () => {
  it('retain their powers, status, delegations and records', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    const [guilty, leaver] = [VALIDATORS[0], VALIDATORS[1]];
    if (guilty === undefined || leaver === undefined) throw new Error('there are three');
    chain.setPower(leaver.address, 0n);
    await punish(chain, doubleSign(chain, guilty));
    await chain.block();
    const { state } = await expectSameChain(chain);
    expect(stakingProblem(state.latest)).toBeUndefined();
    expect(readLastPowers(state.latest).map(({ power }) => power)).toEqual([7n]);
  });

  it('retain their powers even when the last of them is in jail', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    await punish(chain, ...VALIDATORS.map((validator) => doubleSign(chain, validator)));
    await chain.block();
    const { state } = await expectSameChain(chain);
    expect(readLastPowers(state.latest)).toEqual(readLastPowers(chain.state.latest));
    expect(readLastPowers(state.latest)).toHaveLength(3);
  });

  it('may have received coins that no delegator has staked', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    await chain.mine(await sign(chain, dev(0), { to: `0x${toHex(BONDED_POOL.address)}`, value: 3n }));
    expect(stakingProblem(chain.state.latest)).toContain('bonded_tokens_pool has');
    await expectSameChain(chain);
  });
});

describe('a document with a changed value', () => {
  async function refusal(edit: (appState: AppStateJson) => void): Promise<string> {
    const chain = await TestChain.open({ validators: VALIDATORS });
    await chain.block();
    const document: AppStateJson = JSON.parse(JSON.stringify(exportAppState(chain.state.latest)));
    edit(document);
    const refused = await importInto(document, chain.height, chain.state.latest).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HalleyError);
    return (refused as HalleyError).message;
  }
  const moduleOf = (s: AppStateJson) =>
    s['auth'].accounts.find((entry: AppStateJson) => entry['name'] === 'bonded_tokens_pool');
  it('restores a multisig key with its members', async () => {
    const chain = await TestChain.open({ validators: VALIDATORS });
    await chain.block();
    const document: AppStateJson = JSON.parse(JSON.stringify(exportAppState(chain.state.latest)));
    const keys = [3, 1, 2].map((index) => {
      const point = publicKeyOf(privateKeyOf(index));
      return Uint8Array.of(2 + ((point[63] as number) & 1), ...point.subarray(0, 32));
    });
    const typeUrl = '/cosmos.crypto.secp256k1.PubKey';
    const any = multisigKeyAny(
      2,
      keys.map((key) => accountKeyAny(typeUrl, key)),
    );
    const key = {
      '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey',
      threshold: 2,
      public_keys: keys.map((bytes) => ({ '@type': typeUrl, key: Buffer.from(bytes).toString('base64') })),
    };
    const account = { address: `0x${toHex(readAccountKey(any).address)}`, account_number: '900', pub_key: key };
    document['auth'].accounts.push({ '@type': '/cosmos.auth.v1beta1.BaseAccount', ...account, sequence: '4' });
    const { state } = await importInto(document, chain.height, chain.state.latest);
    const exported = exportAppState(state.latest) as AppStateJson;
    expect(exported['auth'].accounts).toContainEqual(expect.objectContaining({ pub_key: key, sequence: '4' }));
  });

  const cases: [string, (s: AppStateJson) => void, RegExp][] = [
    [
      'a multisig key without a threshold',
      (s) => {
        s['auth'].accounts[0].pub_key = { '@type': '/cosmos.crypto.multisig.LegacyAminoPubKey', public_keys: [] };
      },
      /accounts\[0\]\.pub_key\.threshold is missing: expected a whole number/,
    ],
    [
      'a missing power',
      (s) => s['staking'].last_validator_powers.pop(),
      /last_validator_powers is .*: expected the power \d+ of the genesis' own list for halleyvaloper/,
    ],
    [
      'a repeated power',
      (s) => s['staking'].last_validator_powers.push(s['staking'].last_validator_powers[0]),
      /last_validator_powers\[3\]\.address is .*: expected a bonded validator without another entry/,
    ],
    [
      'another power',
      (s) => {
        s['staking'].last_validator_powers[0].power = '4';
      },
      /expected the power \d+ of the genesis' own list/,
    ],
    [
      'fewer coins in a pool than tokens',
      (s) => {
        const { address } = moduleOf(s).base_account;
        s['bank'].supply = [];
        s['bank'].balances = s['bank'].balances.filter((entry: AppStateJson) => entry['address'] !== address);
      },
      /expected app_state.bank.balances to give 20000000000000000000 to the bonded_tokens_pool/,
    ],
    [
      'an unknown module',
      (s) => {
        moduleOf(s).name = 'mint';
      },
      /\.name is "mint": expected the module account of that address: this chain has /,
    ],
    [
      "another account's key",
      (s) => {
        const point = publicKeyOf(privateKeyOf(3));
        s['auth'].accounts[0].pub_key = {
          '@type': '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey',
          key: Buffer.from([2 + ((point[63] as number) & 1), ...point.subarray(0, 32)]).toString('base64'),
        };
      },
      /accounts\[0\]\.pub_key is .*: expected the key of that address/,
    ],
    [
      'a key of an unknown type',
      (s) => {
        s['auth'].accounts[0].pub_key = { '@type': '/x.PubKey', key: Buffer.alloc(33).toString('base64') };
      },
      /expected a key of an account: unable to resolve type URL \/x\.PubKey/,
    ],
    [
      'an account number of 2^64',
      (s) => {
        s['auth'].accounts[0].account_number = '18446744073709551616';
      },
      /account_number is "18446744073709551616": expected a number below 2\^64/,
    ],
  ];
  it.each(cases)('is refused: %s', async (_, edit, expected) => {
    expect(await refusal(edit)).toMatch(expected);
  });
});
