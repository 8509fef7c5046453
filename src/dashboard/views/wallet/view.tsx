/** Shows the wallet that pages use in place of an extension: its settings, and their requests. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { WalletRequest, WalletSettings } from '../../../backend/evm/wallet.js';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { AddressLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { Table } from '../../explorer/parts/table.js';
import { ownChanges, useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { CallButton } from '../../shell/call_button.js';

/** Time between two reads, because a request makes no block. */
const READ_MS = 1000;
/** Most requests that are shown. */
const MAX_ROWS = 100;

const read = async (chain: string) => ({
  settings: await callEvm<WalletSettings>(chain, 'halley_wallet'),
  requests: await callEvm<readonly WalletRequest[]>(chain, 'halley_walletRequests'),
});

export function WalletView(): JSX.Element {
  const live = useLive('wallet', read);
  useEffect(() => {
    const timer = setInterval(() => ownChanges.value++, READ_MS);
    return () => clearInterval(timer);
  }, []);
  const { settings, requests = [] } = live.value ?? {};
  return (
    <Page
      title="Wallet"
      explanation="Pages that load wallet.js from this server find a wallet without an extension (EIP-6963, and Keplr's API). The node signs for them with the accounts of the devnet, and what a user of a real wallet would be asked is listed here."
    >
      <LiveStatus live={live} of="the wallet" />
      {settings !== undefined && <Settings {...settings} />}
      <h2>Requests</h2>
      {requests.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table
          of="requests"
          columns={['Page', 'Method', 'Parameters', 'Outcome']}
          rows={requests
            .slice(-MAX_ROWS)
            .reverse()
            .map((request) => ({ key: request.id, cells: cellsOf(request) }))}
        />
      )}
    </Page>
  );
}

const MODES = { approve: 'Approve at once', reject: 'Reject at once', ask: 'Ask here' } as const;

function Settings({ mode, locked, accounts, chainId }: WalletSettings): JSX.Element {
  const [first] = accounts;
  return (
    <>
      <p>
        {first === undefined ? 'No account' : <AddressLink address={first} />} on the chain {Number(chainId)}
        {locked && ', locked'}.
      </p>
      <p class="row">
        {Object.entries(MODES).map(([name, text]) => (
          <CallButton key={name} method="halley_setWallet" params={[{ mode: name }]} disabled={name === mode}>
            {text}
          </CallButton>
        ))}
        <CallButton method="halley_setWallet" params={[{ locked: !locked }]}>
          {locked ? 'Unlock' : 'Lock'}
        </CallButton>
      </p>
    </>
  );
}

const cellsOf = ({ id, origin, method, params, status, error }: WalletRequest): readonly ComponentChildren[] => [
  <ChainText text={origin} first={60} />,
  <ChainText text={method} first={60} />,
  <ChainText text={JSON.stringify(params)} first={120} />,
  status === 'waiting' ? (
    <span class="row">
      {(['approve', 'reject'] as const).map((answer) => (
        <CallButton key={answer} method="halley_answerWalletRequest" params={[id, answer]}>
          {answer === 'approve' ? 'Approve' : 'Reject'} <span class="hidden">request {id}</span>
        </CallButton>
      ))}
    </span>
  ) : error === undefined ? (
    status
  ) : (
    <ChainText text={`${error.code}: ${error.message}`} />
  ),
];
