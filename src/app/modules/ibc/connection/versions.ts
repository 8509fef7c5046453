/** Negotiates the version of a connection, which lists its features (ibc-go v10 03-connection `version.go`). */
import { DEFAULT_VERSION, type Version } from '../../../../codec/ibc/connection.js';
import { ibcFailure } from '../failure.js';

const MAX_FEATURES = 100;

/** Validates a version. Throws TxFailure for an empty one. */
export function checkVersion(version: Version | undefined): asserts version is Version {
  if (version === undefined) throw ibcFailure('invalidConnectionVersion', 'version cannot be nil');
  if (version.identifier.trim() === '')
    throw ibcFailure('invalidConnectionVersion', 'version identifier cannot be blank');
  if (version.features.length > MAX_FEATURES)
    throw ibcFailure('invalidConnectionVersion', `features length must not exceed ${MAX_FEATURES} items`);
  for (const [index, feature] of version.features.entries())
    if (feature.trim() === '') throw ibcFailure('invalidConnectionVersion', `feature cannot be blank, index ${index}`);
}

/** Returns true if one of `supported` has all features of `proposed`, which must have at least one. */
export function isSupported(supported: readonly Version[], { identifier, features }: Version): boolean {
  const own = supported.find((version) => version.identifier === identifier);
  return own !== undefined && features.length > 0 && features.every((feature) => own.features.includes(feature));
}

/**
 * Returns the features that both chains support, of those that the counterparty offers. Throws TxFailure when there are
 * none.
 */
export function pickVersion(offered: readonly Version[]): Version {
  const { identifier, features } = DEFAULT_VERSION;
  const theirs = offered.find((version) => version.identifier === identifier);
  const common = features.filter((feature) => theirs?.features.includes(feature));
  if (common.length > 0) return { identifier, features: common };
  throw ibcFailure(
    'versionNegotiationFailed',
    `failed to find a matching counterparty version (${offered.map(versionText).join(' ')}) from the supported version list (${versionText(DEFAULT_VERSION)})`,
  );
}

export const versionText = ({ identifier, features }: Version): string =>
  `identifier:"${identifier}"${features.map((feature) => ` features:"${feature}"`).join('')}`;
