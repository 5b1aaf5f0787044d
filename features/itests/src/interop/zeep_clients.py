"""Clients with zeep, one for each proof that zeep and requests can give."""
import datetime

import requests
import xmlsec
import zeep
from lxml import etree
from zeep.transports import Transport
from zeep.wsse import utils
from zeep.wsse.signature import BinarySignature
from zeep.wsse.username import UsernameToken

import wss

CONTEXT = "urn:esbmt:tenant-context:1"


class Signature(BinarySignature):
    """Signs Timestamp and Body by one key, and verifies answers by another certificate."""

    def __init__(self, key, bus_certificate):
        super().__init__(str(key.key_file), str(key.file), signature_method=xmlsec.Transform.RSA_SHA256,
                         digest_method=xmlsec.Transform.SHA256)
        self.bus_certificate = bus_certificate
        self.verified = 0

    def apply(self, envelope, headers):
        # zeep signs a Timestamp that is there, and adds none itself
        now = datetime.datetime.now(datetime.timezone.utc)
        timestamp = utils.WSU.Timestamp()
        for name, time in (("Created", now), ("Expires", now + datetime.timedelta(seconds=300))):
            timestamp.append(utils.WSU(name, time.strftime("%Y-%m-%dT%H:%M:%SZ")))
        utils.get_security_header(envelope).append(timestamp)
        return super().apply(envelope, headers)

    def verify(self, envelope):
        wss.verify(envelope, self.bus_certificate)
        self.verified += 1
        return envelope


def context(tenant, user, password):
    block = etree.Element("{%s}TenantContext" % CONTEXT)
    for name, value in (("tenantID", tenant), ("userID", user), ("password", password)):
        etree.SubElement(block, "{%s}%s" % (CONTEXT, name)).text = value
    return block


def session(authority, certificate=None, bearer=None):
    """A session of requests, over TLS with the certificate of the bus."""
    made = requests.Session()
    made.trust_env = False  # REQUESTS_CA_BUNDLE would take the place of the authority
    made.verify = str(authority)
    if certificate is not None:
        made.cert = (str(certificate.file), str(certificate.key_file))
    if bearer is not None:
        made.headers["Authorization"] = "Bearer " + bearer
    return made


def order(url, binding, text, wsse=None, headers=None, over=None):
    """Makes a client of the WSDL that the bus serves, and sends an order."""
    client = zeep.Client(url + "?wsdl", wsse=wsse, transport=Transport(session=over or requests.Session()))
    service = client.create_service("{urn:acme}" + binding, url)
    return service.order(text, **({"_soapheaders": headers} if headers else {}))


def bound(url, over=None):
    """The addresses in the WSDL that the bus serves."""
    wsdl = etree.fromstring((over or requests.Session()).get(url + "?wsdl").content)
    return [address.get("location") for address in wsdl.iter("{*}address")]


def username_token(user, password):
    return UsernameToken(user, password)
