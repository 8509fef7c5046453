/** Shows what an Ethereum transaction did: from whom to whom, what it called with which result, and what it cost. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { indexAbi } from '../../explorer/abi/abi_index.js';
import { decodeCall, decodeResult } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { Arguments } from '../../explorer/parts/decoded_view.js';
import { Hash, nameOf, Party } from '../../explorer/parts/links.js';
import { Card, ClosedCard, Fact, Facts, GasBar } from '../../explorer/parts/page.js';
import { bytesOf, coins, grouped, gwei, toNumber } from '../../explorer/read/format.js';
import type { EvmReceipt, EvmTx } from '../../explorer/read/rpc.js';
import type { CallFrame } from '../../explorer/read/traces.js';
import { CopyButton } from '../../shell/copy_button.js';

interface Props {
  readonly tx: EvmTx;
  readonly receipt: EvmReceipt | undefined;
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
}

export const targetOf = ({ tx, receipt }: Omit<Props, 'artifacts'>): string | undefined =>
  tx.to ?? receipt?.contractAddress ?? undefined;

export function Flow({ tx, receipt, artifacts }: Props): JSX.Element {
  const target = targetOf({ tx, receipt });
  return (
    <section class="panel flow" aria-label="From and to">
      <Party part="From" address={tx.from} />
      <div class="between">
        <b>{coins(tx.value)} ETH</b>
        <span class="quiet">{tx.to === null ? 'creates' : tx.input === '0x' ? 'sends' : 'calls'}</span>
      </div>
      {target === undefined ? (
        <span class="quiet">a new contract</span>
      ) : (
        <Party part={tx.to === null ? 'New contract' : 'To'} address={target} artifacts={artifacts} />
      )}
    </section>
  );
}

/** Shows the called function, its arguments and its result. `call` is the outermost call once it was traced. */
export function WhatItCalled({
  tx,
  receipt,
  artifacts,
  call,
}: Props & { readonly call: CallFrame | undefined }): JSX.Element | null {
  if (tx.to === null || tx.input === '0x') return null;
  const artifact = artifacts.get((targetOf({ tx, receipt }) ?? '').toLowerCase());
  const indexes = [...(artifact === undefined ? [] : [indexAbi(artifact)]), anyAbi.value];
  const decoded = decodeCall(tx.input, ...indexes);
  const output = call?.output ?? '0x';
  const results =
    call === undefined || call.error !== undefined ? undefined : decodeResult(tx.input, output, ...indexes);
  return (
    <Card title="What it called">
      <div class="call decoded">
        <ChainText text={nameOf(tx.to, artifacts)} />.
        <b>{<ChainText text={decoded?.name ?? tx.input.slice(0, 10)} first={80} />}</b>
        {decoded === undefined ? (
          <p>
            No known ABI has this function. Input: <ChainData text={tx.input} />
          </p>
        ) : (
          <Arguments args={decoded.args} />
        )}
        {results !== undefined && results.length > 0 && (
          <>
            → <Arguments args={results} />
          </>
        )}
      </div>
    </Card>
  );
}

export function Cost({ tx, receipt }: Omit<Props, 'artifacts'>): JSX.Element {
  const price = receipt?.effectiveGasPrice ?? tx.gasPrice;
  return (
    <Card title="Cost">
      {receipt !== undefined && (
        <>
          <p class="price">
            <b>{coins(BigInt(receipt.gasUsed) * BigInt(price))}</b> ETH
          </p>
          <GasBar used={receipt.gasUsed} limit={tx.gas} />
        </>
      )}
      <p class="quiet">
        {receipt === undefined ? 'At most' : `${grouped(receipt.gasUsed)} of`} {grouped(tx.gas)} gas, at {gwei(price)}
      </p>
    </Card>
  );
}

export const RawFields = ({ tx }: { readonly tx: EvmTx }): JSX.Element => (
  <ClosedCard title="Raw fields" aside="hash, nonce, input">
    <Facts>
      <Fact name="Hash">
        <Hash hash={tx.hash} whole /> <CopyButton text={tx.hash} of="the hash" />
      </Fact>
      <Fact name="Nonce">{grouped(tx.nonce)}</Fact>
      <Fact name="Type">{toNumber(tx.type)}</Fact>
      {tx.blockNumber !== null && <Fact name="Position in the block">{toNumber(tx.transactionIndex ?? '0x0')}</Fact>}
      {tx.maxFeePerGas !== undefined && <Fact name="Max fee per gas">{gwei(tx.maxFeePerGas)}</Fact>}
      {tx.maxPriorityFeePerGas !== undefined && <Fact name="Max priority fee">{gwei(tx.maxPriorityFeePerGas)}</Fact>}
      <Fact name="Input">
        {grouped(bytesOf(tx.input))} bytes: <ChainData text={tx.input} />
      </Fact>
    </Facts>
  </ClosedCard>
);
