// A client with the soap library of Node.js.
//   node node_client.js PROOF URL TEXT SETTINGS   SETTINGS: JSON with files and secrets of the proof
'use strict';
const fs = require('fs');
const https = require('https');
const soap = require('soap');

const [proof, url, text, json] = process.argv.slice(2);
const settings = JSON.parse(json);
const ca = settings.authority ? fs.readFileSync(settings.authority) : undefined;
const agent = new https.Agent({ ca });

function security() {
  switch (proof) {
    case 'signature':
      return new soap.WSSecurityCert(fs.readFileSync(settings.key), fs.readFileSync(settings.certificate, 'utf8'), '', {
        hasTimeStamp: true,
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
        signerOptions: settings.idMode ? { idMode: settings.idMode, prefix: 'ds', attrs: {} } : undefined,
      });
    case 'username-token':
      return new soap.WSSecurity(settings.user, settings.password, { passwordType: 'PasswordText' });
    case 'bearer':
      return new soap.BearerSecurity(settings.token);
    case 'client-certificate':
      return new soap.ClientSSLSecurity(fs.readFileSync(settings.key), fs.readFileSync(settings.certificate), ca);
    default:
      return null; // the password of a TenantContext
  }
}

async function main() {
  const wsdl = { wsdl_options: { httpsAgent: agent } };
  const client = await soap.createClientAsync(url + '?wsdl', { ...wsdl, endpoint: url });
  const chosen = security();
  if (chosen) {
    client.setSecurity(chosen);
  } else {
    client.addSoapHeader(settings.context);
  }
  const options = ca && proof !== 'client-certificate' ? { httpsAgent: agent } : {};
  const [, raw] = await client.orderAsync({ $value: text }, options);
  if (!raw.includes(text)) {
    throw new Error('the answer is ' + raw);
  }
}

main().catch((e) => {
  console.error(e.response ? e.response.data : e.message);
  process.exit(1);
});
