/** Passes a proposal on a running chain, whose engine then has other parameters. */
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx';
import { expect, it } from 'vitest';
import { MsgUpdateParams } from '../../../src/app/modules/consensus/messages/MsgUpdateParams.js';
import { GOV } from '../../../src/app/sdk/module/authority.js';
import { bech32Address } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { createDevnet, fixedClock } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND, parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';

// biome-ignore lint/suspicious/noExplicitAny: a response is read field by field
type Json = any;

it('sets the limits of blocks after two days of voting', async () => {
  await installFastCrypto();
  const clock = fixedClock(parseTime('2025-01-01T00:00:00Z') as UnixNanos);
  await using devnet = await createDevnet({ rpc: true, api: true, clock, validators: 3 });
  const [account] = devnet.accounts;
  if (account === undefined) throw new Error('no account');
  const url = devnet.urls.cometRpc as string;
  const signer = ethereumSigner(fromHex(account.privateKey.slice(2)), account.address, 'direct');
  const client = await SigningStargateClient.connectWithSigner(url, signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: 10,
  });
  const own = bech32Address(fromHex(account.address.slice(2)), 'halley');
  const fee = { amount: [{ denom: 'ahalley', amount: '4000000000000000' }], gas: '2000000' };
  const rest = async (path: string): Promise<Json> => (await fetch(`${devnet.urls.api as string}${path}`)).json();
  const { validators } = await rest('/cosmos/staking/v1beta1/validators');
  const bonded = validators.reduce((sum: bigint, { tokens }: { tokens: string }) => sum + BigInt(tokens), 0n);
  const params = {
    authority: bech32Address(GOV.address, 'halley'),
    block: { maxBytes: 7_000_001n, maxGas: 41_000_003n },
    evidence: { maxAgeNumBlocks: 77n, maxAgeDuration: 99n * NANOS_PER_SECOND, maxBytes: 5_003n },
    validator: { pubKeyTypes: ['ed25519'] },
    abci: undefined,
  };
  const { typeUrl } = MsgUpdateParams;
  const messages = [
    {
      typeUrl: '/cosmos.staking.v1beta1.MsgDelegate',
      value: {
        delegatorAddress: own,
        validatorAddress: validators[0].operator_address,
        amount: { denom: 'ahalley', amount: `${bonded}` },
      },
    },
    {
      typeUrl: MsgSubmitProposal.typeUrl,
      value: MsgSubmitProposal.fromPartial({
        messages: [{ typeUrl, value: MsgUpdateParams.message.encode(params) }],
        initialDeposit: [{ denom: 'ahalley', amount: '10000000' }],
        proposer: own,
        title: 'larger blocks',
        summary: 'for a rehearsal',
      }),
    },
    { typeUrl: MsgVote.typeUrl, value: MsgVote.fromPartial({ proposalId: 1n, voter: own, option: 1 }) },
  ];
  expect((await client.signAndBroadcast(own, messages, fee)).rawLog).toBe('');
  expect((await rest('/cosmos/gov/v1/proposals/1')).proposal).toMatchObject({
    status: 'PROPOSAL_STATUS_VOTING_PERIOD',
    messages: [{ '@type': typeUrl, block: { max_gas: '41000003' } }],
  });
  await devnet.time.increase(3 * 86_400);
  for (let i = 0; i < 3; i++) await devnet.mine();
  expect((await rest('/cosmos/gov/v1/proposals/1')).proposal).toMatchObject({ status: 'PROPOSAL_STATUS_PASSED' });
  const now: Json = await (await fetch(`${url}/consensus_params`)).json();
  const { block, evidence, validator } = now.result.consensus_params;
  expect(block).toMatchObject({ max_bytes: '7000001', max_gas: '41000003' });
  expect((await rest('/cosmos/consensus/v1/params')).params).toEqual({
    block: { max_bytes: block.max_bytes, max_gas: block.max_gas },
    evidence: { ...evidence, max_age_duration: '99s' },
    validator,
    version: { app: '0' },
    abci: { vote_extensions_enable_height: '0' },
  });
  client.disconnect();
});
