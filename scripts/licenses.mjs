/**
 * Writes THIRD-PARTY-LICENSES: the packages with code in the bundles, their licenses, and the source of those under the
 * Mozilla Public License.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './ensure.mjs';

/**
 * @typedef {{ outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }> }} Metafile
 * @typedef {string | { name?: string, email?: string, url?: string }} Person
 * @typedef {{ name: string, version: string, license?: string | { type: string }, licenses?: { type: string }[], author?: Person,
 *   contributors?: Person[], repository?: string | { url: string, directory?: string }, homepage?: string }} PackageManifest
 * @typedef {{ name: string, version: string, license: string, authors: string[], repository: string | undefined, texts: string[] }} LicensedPackage
 */

/** Packages whose code is in the compiled interpreter, where no bundler finds them. */
const COMPILED_IN = ['node_modules/assemblyscript'];

const PACKAGE_FOLDER = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;
const RULE = '-'.repeat(80);

/**
 * Returns the folders of the packages that have code in the bundles, relative to the root.
 * @param {readonly Metafile[]} metafiles
 */
export function bundledPackages(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.entries(output.inputs)),
  );
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => {
    const folder = PACKAGE_FOLDER.exec(path)?.[1];
    return folder === undefined || bytesInOutput === 0 ? [] : [folder];
  });
  return [...new Set([...COMPILED_IN, ...folders])];
}

/**
 * Reads a package's license and authors. Throws for a package that names no license.
 * @param {string} folder
 * @returns {LicensedPackage}
 */
export function licensedPackage(folder) {
  /** @type {PackageManifest} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, author, contributors = [], repository, homepage } = manifest;
  const license = licenseOf(manifest);
  if (license === undefined) throw new Error(`${name} ${version} is bundled and its package.json names no license`);
  const files = readdirSync(folder).filter((file) => LICENSE_FILE.test(file));
  const people = [...(author === undefined ? [] : [author]), ...contributors];
  return {
    name,
    version,
    license,
    authors: people.map(personText),
    repository: repository === undefined ? homepage : repositoryUrl(repository),
    texts: files.sort().map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()),
  };
}

/** @param {PackageManifest} manifest */
function licenseOf({ license, licenses }) {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ');
}

/** @param {Person} person */
const personText = (person) =>
  typeof person === 'string'
    ? person
    : [person.name, person.email && `<${person.email}>`, person.url && `(${person.url})`].filter(Boolean).join(' ');

/** @param {string | { url: string, directory?: string }} repository */
function repositoryUrl(repository) {
  const { url, directory } = typeof repository === 'string' ? { url: repository, directory: undefined } : repository;
  const web = url
    .replace(/^(github:)?([\w-]+\/[\w.-]+)$/, 'https://github.com/$2')
    .replace(/^git\+/, '')
    .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '');
  return directory === undefined ? web : `${web} (${directory})`;
}

/**
 * Returns the whole file. A text that several packages share is printed once.
 * @param {readonly LicensedPackage[]} packages
 */
export function licensesText(packages) {
  const sorted = [...packages].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
  /** @type {Map<string, string>} */
  const printed = new Map();
  const sections = sorted.map((entry) => [RULE, ...headOf(entry), '', ...bodyOf(entry, printed), ''].join('\n'));
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `The files of dist contain code of the packages below, each under its own license.
Halley itself is licensed under Apache-2.0; see LICENSE.
`;

const compare = (/** @type {string} */ a, /** @type {string} */ b) => (a < b ? -1 : Number(a > b));

/** @param {LicensedPackage} entry */
function headOf({ name, version, license, repository }) {
  const source = `https://www.npmjs.com/package/${name}/v/${version}`;
  return [
    `${name} ${version}`,
    `License: ${license}`,
    ...(repository === undefined ? [] : [`Repository: ${repository}`]),
    ...(license.includes('MPL')
      ? [`The source code of this version is available as the npm package ${name}@${version}: ${source}`]
      : []),
  ];
}

/**
 * @param {LicensedPackage} entry
 * @param {Map<string, string>} printed which package each text was printed for
 */
function bodyOf({ name, version, license, authors, texts }, printed) {
  if (texts.length === 0)
    return [
      `The package has no license file. Its package.json names ${license}${authors.length === 0 ? '' : ` and the authors: ${authors.join(', ')}`}.`,
    ];
  return texts.flatMap((text, i) => {
    const first = printed.get(text);
    if (first === undefined) printed.set(text, `${name} ${version}`);
    return [...(i === 0 ? [] : ['']), first === undefined ? text : `The text is the same as that of ${first}.`];
  });
}

/** @param {readonly Metafile[]} metafiles */
export const thirdPartyLicenses = (metafiles) => licensesText([...packagesIn(bundledPackages(metafiles)).values()]);

/**
 * Returns the packages by name and version, because several folders may contain copies of one.
 * @param {readonly string[]} folders
 */
function packagesIn(folders) {
  const packages = folders.map((folder) => licensedPackage(join(ROOT, folder)));
  return new Map(packages.map((entry) => [`${entry.name} ${entry.version}`, entry]));
}
