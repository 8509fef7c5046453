/**
 * Makes a persistent chain with a long history: contracts, failures, Cosmos transactions, a delegation, dev
 * transactions, a validator's new power, evidence, a revert, a restart. Transactions, dev transactions and evidence are
 * still pending.
 */
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { getContractAddress, type Hex, type TransactionSerializable } from 'viem';
import { operatorText } from '../../../src/app/modules/staking/addresses.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { MsgSetBalance } from '../../../src/codec/dev/accounts.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { dev } from '../../app/support/wallet.js';
import { DIARY_CODE, diaryCall } from '../../support/devnets/diary.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const FEE = { amount: [{ denom: 'ahalley', amount: '400000000000000' }], gas: '200000' };
const bech32 = (index: number): string => encodeBech32('halley', dev(index).bytes);

async function cosmos(node: NodeUnderTest, from: number, sequence: number, typeUrl: string, value: object) {
  const { address, privateKey = '' } = DEVELOPMENT_ACCOUNTS[from] ?? {};
  const signer = ethereumSigner(fromHex(privateKey), address as string, 'direct');
  const client = await SigningStargateClient.offline(signer);
  const data = { accountNumber: BigInt(from), sequence, chainId: node.chain.genesis.chainId };
  const signed = await client.sign(bech32(from), [{ typeUrl, value }], FEE, '', data);
  await admit(node, TxRaw.encode(signed).finish());
}

async function admit(node: NodeUnderTest, tx: Uint8Array): Promise<void> {
  const outcome = await node.comet.broadcast(tx);
  if (outcome.type !== 'checked' || outcome.check.code !== 0) throw new Error(`refused: ${outcome.type}`);
}

const send = async (node: NodeUnderTest, from: number, nonce: number, fields: Partial<TransactionSerializable>) => {
  const tx = { type: 'eip1559', chainId: 31337, nonce, gas: 1_500_000n, maxFeePerGas: 10n ** 10n, ...fields };
  await admit(node, fromHex(await dev(from).account.signTransaction(tx as TransactionSerializable)));
};

export async function writeEventfulChain(home: string): Promise<void> {
  const manual = { home, miningMode: 'manual' } as const;
  const node = await NodeUnderTest.open(manual);
  const diary: Hex = getContractAddress({ from: dev(9).address, nonce: 0n });
  await send(node, 9, 0, { data: DIARY_CODE });
  await node.mine();
  await send(node, 0, 0, { to: diary, data: diaryCall('write', 3n, 7n) });
  await send(node, 1, 0, { to: diary, data: diaryCall('tear') });
  await cosmos(node, 4, 0, '/cosmos.bank.v1beta1.MsgSend', {
    fromAddress: bech32(4),
    toAddress: bech32(5),
    amount: [{ denom: 'ahalley', amount: '7' }],
  });
  await node.mine();
  const snapshot = await node.node.snapshots.take();
  await send(node, 0, 1, { to: diary, data: diaryCall('write', 1n, 9n) });
  await node.mine(2);
  await node.node.snapshots.revert(snapshot);
  await send(node, 0, 1, { to: diary, data: diaryCall('write', 2n, 0n) });
  const validator = operatorText(derivedOperator(node.chain.keys[0]?.address as Uint8Array), 'halley');
  await cosmos(node, 4, 1, '/cosmos.staking.v1beta1.MsgDelegate', {
    delegatorAddress: bech32(4),
    validatorAddress: validator,
    amount: { denom: 'ahalley', amount: (3n * 10n ** 18n).toString() },
  });
  await node.mine();
  await node.node.devTxSender.sendDevTx(MsgSetBalance, { address: dev(7).bytes, balance: 5n });
  await node.node.devTxSender.setValidatorPower(2, 25n);
  await node.comet.submitEvidence(node.doubleSign(1, 2n));
  await node.mine(3);
  await node.close();
  const again = await NodeUnderTest.open(manual);
  await again.comet.broadcast(await transfer(31337n, 0, 2, { to: 3 }));
  await again.mine();
  await again.comet.submitEvidence(again.doubleSign(2, 3n));
  await again.comet.broadcast(await transfer(31337n, 1, 2));
  await again.node.devTxSender.sendDevTx(MsgSetBalance, { address: dev(8).bytes, balance: 6n });
  await again.close();
}
