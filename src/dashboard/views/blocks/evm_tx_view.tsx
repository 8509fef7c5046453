/** Shows what an Ethereum transaction is and what became of it. */
import type { JSX } from 'preact';
import { indexAbi } from '../../explorer/abi/abi_index.js';
import { decodeCall } from '../../explorer/abi/decode.js';
import { anyAbi } from '../../explorer/abi/registry.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { DecodedView } from '../../explorer/parts/decoded_view.js';
import { Fact, Facts } from '../../explorer/parts/facts.js';
import { AddressLink, BlockLink } from '../../explorer/parts/links.js';
import { Status } from '../../explorer/parts/tx_table.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import { coins, grouped, gwei, toNumber } from '../../explorer/read/format.js';
import type { EvmReceipt, EvmTx } from '../../explorer/read/rpc.js';
import { bytesOf } from '../../explorer/read/shorten.js';
import { useLive } from '../../explorer/read/use_live.js';

interface Props {
  readonly tx: EvmTx;
  readonly receipt: EvmReceipt | undefined;
}

export const EvmTxView = ({ tx, receipt }: Props): JSX.Element => (
  <>
    <Facts>
      <Fact name="Status">
        {receipt === undefined ? (
          <span class="warning">… pending: it is in the mempool, and in no block yet</span>
        ) : (
          <Status success={receipt.status === '0x1'} />
        )}
      </Fact>
      {tx.blockNumber !== null && (
        <Fact name="Block">
          <BlockLink height={toNumber(tx.blockNumber)} />, position {toNumber(tx.transactionIndex ?? '0x0')}
        </Fact>
      )}
      <Fact name="From">
        <AddressLink address={tx.from} whole />
      </Fact>
      <Fact name="To">
        <Target tx={tx} receipt={receipt} />
      </Fact>
      <Fact name="Value">{coins(tx.value)}</Fact>
      <Fact name="Nonce">{grouped(tx.nonce)}</Fact>
      <Fact name="Gas used">
        {receipt === undefined ? '–' : grouped(receipt.gasUsed)} of {grouped(tx.gas)}
      </Fact>
      <Fact name="Gas price">{gwei(receipt?.effectiveGasPrice ?? tx.gasPrice)}</Fact>
      {receipt !== undefined && (
        <Fact name="Fee">{coins(BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice))}</Fact>
      )}
      <Fact name="Type">{toNumber(tx.type)}</Fact>
    </Facts>
    <h2>Input ({grouped(bytesOf(tx.input))} bytes)</h2>
    <Input tx={tx} />
  </>
);

function Target({ tx, receipt }: Props): JSX.Element {
  if (tx.to !== null) return <AddressLink address={tx.to} whole />;
  const created = receipt?.contractAddress;
  return created ? (
    <>
      creates the contract <AddressLink address={created} whole />
    </>
  ) : (
    <span>creates a contract</span>
  );
}

function Input({ tx }: { readonly tx: EvmTx }): JSX.Element {
  const { to, input } = tx;
  const live = useLive(
    `target ${to}`,
    async (chain) => (to === null ? undefined : (await artifactsOf(chain, [to])).get(to.toLowerCase())),
    'reverts',
  );
  const own = live.value === undefined ? [] : [indexAbi(live.value)];
  const decoded = to === null || input === '0x' ? undefined : decodeCall(input, ...own, anyAbi.value);
  return (
    <>
      {live.value !== undefined && (
        <p>
          Contract: <ChainText text={live.value.contract} first={80} />
        </p>
      )}
      {decoded !== undefined && <DecodedView decoded={decoded} />}
      <p>
        <ChainData text={input} />
      </p>
    </>
  );
}
