// Makes the bill of materials of a release: the bundled packages, and the Bun of each executable (CycloneDX 1.5).
import { bundledFolders } from '../bundled.mjs';
import { executableLicence } from './licences.mjs';
import { bunLock, targets } from '../runtimes.mjs';

/** `pkg:npm/%40scope/name@1.0.0` */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licenceOf = (licence) =>
  licence === undefined
    ? []
    : [/ (?:OR|AND|WITH) /.test(licence) ? { expression: licence } : { license: { id: licence } }];

const componentOf = (name, { version, license, integrity }) => ({
  type: 'library',
  'bom-ref': purlOf(name, version),
  name,
  version,
  purl: purlOf(name, version),
  licenses: licenceOf(license),
  hashes: [
    { alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') },
  ],
});

/**
 * @param lock package-lock.json, parsed
 * @param chosen the targets whose executables are released
 * @param time seconds since the epoch
 */
export const sbomOf = async ({ lock, chosen, time }) => {
  const { name, version, license } = lock.packages[''];
  const folders = [
    ...(await bundledFolders()),
    ...chosen.map((target) => `node_modules/@oven/${targets[target].runtime}`),
  ];
  const components = folders.map((folder) => {
    const named = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // The package of Bun names only the licence of Bun itself.
    return componentOf(
      named,
      named.startsWith('@oven/')
        ? { ...bunLock().packages[folder], license: executableLicence }
        : lock.packages[folder],
    );
  });
  const own = purlOf(name, version);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        purl: own,
        licenses: licenceOf(license),
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map((component) => component['bom-ref']) }],
  };
};
