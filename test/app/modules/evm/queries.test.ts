/** Tests the queries of the fee market and of the EVM module, with values that all differ. */
import { beforeAll, describe, expect, it } from 'vitest';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { PRECOMPILES } from '../../../../src/app/precompiles/index.generated.js';
import { QUERIES, query } from '../../../../src/app/queries/query.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import { ProtoWriter } from '../../../../src/codec/protobuf/index.js';
import { messageToJson } from '../../../../src/codec/protobuf/json.js';
import { TestChain } from '../../support/chain.js';
import { validatorsOf } from '../../support/validators.js';
import { dev, sign } from '../../support/wallet.js';

const CONTRACT = '0x00000000000000000000000000000000000c0de5';
const validators = validatorsOf(3n, 4n);
let chain: TestChain;

beforeAll(async () => {
  chain = await TestChain.open({
    validators,
    edit(appState) {
      appState['feemarket'] = {
        params: {
          base_fee_change_denominator: 7,
          elasticity_multiplier: 3,
          enable_height: '1',
          base_fee: '900000000',
          min_gas_price: '5.25',
          min_gas_multiplier: '0.4',
        },
      };
      appState['evm'].accounts = [{ address: CONTRACT, code: '0x6001', storage: [{ key: '0x0b', value: '0x0c' }] }];
    },
  });
  const raw = await sign(chain, dev(1), { to: dev(2).address, value: 8n, gas: 100_000n });
  await chain.block(chain.wrap(raw));
});

/** Asks with up to two texts, and returns the response as the gateway shows it. */
async function ask(path: string, ...texts: readonly string[]) {
  const data = texts.reduce((out, text, i) => out.string(i + 1, text), new ProtoWriter()).finish();
  const services = {
    paths: () => [],
    nodeFacts: undefined,
    query: () => Promise.reject(),
    simulate: () => Promise.reject(),
  };
  const answer = await query({ path, data, height: 0n, prove: false }, chain.state, services);
  const response = QUERIES.find((each) => each.path === path)?.response;
  if (response === undefined) throw new Error(`no ${path}`);
  return answer.code === 0 ? messageToJson(response, answer.value, new Map()) : answer.log;
}
const feemarket = (name: string) => ask(`/cosmos.evm.feemarket.v1.Query/${name}`);
const vm = (name: string, ...texts: readonly string[]) => ask(`/cosmos.evm.vm.v1.Query/${name}`, ...texts);

describe('the fee market', () => {
  it('returns parameters, base fee and gas', async () => {
    expect(await feemarket('Params')).toEqual({
      params: {
        no_base_fee: false,
        base_fee_change_denominator: 7,
        elasticity_multiplier: 3,
        enable_height: '1',
        base_fee: '900000000.000000000000000000',
        min_gas_price: '5.250000000000000000',
        min_gas_multiplier: '0.400000000000000000',
      },
    });
    expect(await feemarket('BaseFee')).toEqual({ base_fee: '900000000.000000000000000000' });
    expect(await feemarket('BlockGas')).toEqual({ gas: '40000' });
  });
});

describe('the EVM module', () => {
  it('returns accounts, code and storage', async () => {
    const { balance, codeHash } = chain.state.latest.account(dev(1).bytes) ?? {};
    expect(await vm('Account', dev(1).address)).toEqual({
      balance: balance?.toString(),
      code_hash: `0x${Buffer.from(codeHash ?? []).toString('hex')}`,
      nonce: '1',
    });
    expect(await vm('Balance', dev(2).address.slice(2))).toEqual({ balance: chain.balance(dev(2).bytes).toString() });
    expect(await vm('Code', CONTRACT)).toEqual({ code: 'YAE=' });
    expect(await vm('Code', dev(3).address)).toEqual({ code: null });
    const word = `0x${'0c'.padStart(64, '0')}`;
    expect(await vm('Storage', CONTRACT, '0x0b')).toEqual({ value: word });
    expect(await vm('Storage', CONTRACT, `ff${'b'.padStart(64, '0')}`)).toEqual({ value: word });
    expect(await vm('Storage', CONTRACT, 'not hex')).toEqual({ value: `0x${'0'.repeat(64)}` });
    expect(await vm('CosmosAccount', dev(1).address)).toMatchObject({
      cosmos_address: bech32Address(dev(1).bytes, 'halley'),
      sequence: '1',
    });
  });

  it("returns a validator's account", async () => {
    const consensus = bech32Address(validators[1]?.address ?? new Uint8Array(), 'halleyvalcons');
    expect(await vm('ValidatorAccount', consensus)).toMatchObject({
      account_address: bech32Address(derivedOperator(validators[1]?.address ?? new Uint8Array()), 'halley'),
    });
    const unknown = bech32Address(new Uint8Array(20).fill(5), 'halleyvalcons');
    expect(await vm('ValidatorAccount', unknown)).toBe(
      `error while getting validator ${unknown}. validator does not exist: unknown request`,
    );
  });

  it('returns parameters, forks and prices', async () => {
    const { params } = (await vm('Params')) as { params: Record<string, unknown> };
    expect(params).toMatchObject({ evm_denom: 'ahalley', history_serve_window: '8191', extra_eips: [] });
    expect(params['access_control']).toMatchObject({ call: { access_type: 'ACCESS_TYPE_PERMISSIONLESS' } });
    const precompiles = PRECOMPILES.map(({ address }) => checksumAddress(address)).sort();
    expect(params['active_static_precompiles']).toEqual(['0x0000000000000000000000000000000000000100', ...precompiles]);
    const { config } = (await vm('Config')) as { config: Record<string, unknown> };
    const { evmChainId } = chain.app.params;
    expect(config).toMatchObject({
      chain_id: evmChainId.toString(),
      decimals: '18',
      osaka_time: '0',
      verkle_time: null,
    });
    expect(await vm('BaseFee')).toEqual({ base_fee: '900000000' });
    expect(await vm('GlobalMinGasPrice')).toEqual({ min_gas_price: '5' });
  });

  it('refuses invalid addresses with the texts of cosmos/evm', async () => {
    const status = 'rpc error: code = InvalidArgument desc =';
    const text = `${status} address '0x12' is not a valid ethereum hex address: invalid address: invalid request`;
    expect(await vm('Account', '0x12')).toBe(text);
    expect(await vm('CosmosAccount', '0x12')).toBe(text);
    for (const name of ['Balance', 'Code', 'Storage'])
      expect(await vm(name, '0x12')).toBe(`${status} invalid zero address: invalid request`);
    expect(await vm('ValidatorAccount', '')).toBe(`${status} empty address string is not allowed: invalid request`);
  });
});
