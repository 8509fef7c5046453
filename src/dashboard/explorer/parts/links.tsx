/** Links heights, hashes and addresses to their pages. */

import type { JSX } from 'preact';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { linkTo } from '../../shell/route.js';
import { checksummed, coins, shortHash, visible } from '../read/format.js';
import { accountName } from '../read/node_accounts.js';
import { Avatar } from './avatar.js';

interface HashProps {
  readonly hash: string;
  /** Whether all characters are shown. */
  readonly whole?: boolean;
}

const shown = ({ hash, whole = false }: HashProps): string => (whole ? hash : shortHash(hash));

export const BlockLink = ({ height }: { readonly height: number | string }): JSX.Element => (
  <a href={linkTo('block', height)}>{height}</a>
);

export const TxLink = (props: HashProps): JSX.Element => (
  <a class="mono" href={linkTo('tx', props.hash)} title={props.hash}>
    {shown(props)}
  </a>
);

interface AddressProps {
  readonly address: string;
  readonly whole?: boolean;
}

export const AddressLink = ({ address, whole = false }: AddressProps): JSX.Element => {
  const hash = checksummed(address.toLowerCase());
  return (
    <a class="mono" href={linkTo('account', address.toLowerCase())} title={hash}>
      {shown({ hash, whole })}
    </a>
  );
};

/** Shows a hash that has no page, such as a root. */
export const Hash = (props: HashProps): JSX.Element => (
  <span class="mono" title={props.hash}>
    {shown(props)}
  </span>
);

/** Returns how the page names an address: by its artifact, by its number among the accounts of the node, or short. */
export function nameOf(address: string, artifacts?: ReadonlyMap<string, ArtifactFile>): string {
  const contract = artifacts?.get(address.toLowerCase())?.contract.slice(0, 60);
  return contract === undefined
    ? (accountName(address) ?? shortHash(checksummed(address.toLowerCase())))
    : visible(contract);
}

interface PartyProps {
  /** Part that the address plays, such as "From". */
  readonly part: string;
  readonly address: string;
  readonly artifacts?: ReadonlyMap<string, ArtifactFile> | undefined;
}

/** Shows one end of a transfer, with its name and its address. */
export const Party = ({ part, address, artifacts }: PartyProps): JSX.Element => (
  <div class="party">
    <Avatar address={address} />
    <div>
      <span class="quiet">{part}</span>
      <b>
        <bdi>{nameOf(address, artifacts)}</bdi>
      </b>
      <AddressLink address={address} />
    </div>
  </div>
);

/** Most decimals of a short amount. */
const DECIMALS = 4;

/** Shows an amount of wei in ETH, cut to four decimals; pointing at it shows all. */
export const Amount = ({ wei }: { readonly wei: string | bigint }): JSX.Element => {
  const exact = coins(wei);
  const [whole, part = ''] = exact.split('.');
  return (
    <span title={`${exact} ETH`}>
      {part === '' ? whole : `${whole}.${part.slice(0, DECIMALS)}${part.length > DECIMALS ? '…' : ''}`}{' '}
      <span class="unit">ETH</span>
    </span>
  );
};
