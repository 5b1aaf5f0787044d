"""A client with zeep (pip install zeep xmlsec) that signs its requests and verifies the answers.

zeep_client.py URL KEY CERTIFICATE BUS_CERTIFICATE

URL takes messages with a signature. The files are PEM. KEY and CERTIFICATE are those of the sender; BUS_CERTIFICATE is
the certificate that signs the answers. Exit status 0: each answer was verified.
"""
import argparse
import datetime
import pathlib
import sys

import xmlsec
import zeep
from zeep.wsse import utils
from zeep.wsse.signature import BinarySignature, _verify_envelope_with_key

ORDER = "one <anvil> \u00e9"


class SignedBothWays(BinarySignature):
    """Signs Timestamp and Body with one key, and verifies answers with another certificate."""

    def __init__(self, key, certificate, bus_certificate):
        super().__init__(key, certificate, signature_method=xmlsec.Transform.RSA_SHA256,
                         digest_method=xmlsec.Transform.SHA256)
        self.bus_certificate = pathlib.Path(bus_certificate).read_bytes()
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
        _verify_envelope_with_key(envelope, xmlsec.Key.from_memory(self.bus_certificate, xmlsec.KeyFormat.CERT_PEM))
        signed = envelope.findall(".//{http://www.w3.org/2000/09/xmldsig#}Reference")
        identifiers = {reference.get("URI")[1:] for reference in signed}
        for path in ("{*}Body", "{*}Header/{*}Security/{%s}Timestamp" % utils.ns.WSU):
            part = envelope.find(path)
            if part is None or part.get("{%s}Id" % utils.ns.WSU) not in identifiers:
                raise zeep.exceptions.SignatureVerificationFailed("not signed: " + path)
        self.verified += 1
        return envelope


def main():
    parser = argparse.ArgumentParser()
    for argument in ("url", "key", "certificate", "bus_certificate"):
        parser.add_argument(argument)
    given = parser.parse_args()
    signature = SignedBothWays(given.key, given.certificate, given.bus_certificate)
    client = zeep.Client(str(pathlib.Path(__file__).with_name("orders.wsdl")), wsse=signature)
    for binding in ("soap12", "soap11"):
        service = client.create_service("{urn:acme}" + binding, given.url)
        answer = service.order(ORDER)
        if answer != ORDER:
            sys.exit("%s: the answer is %r" % (binding, answer))
        print("zeep %s, %s: the signed request was taken, and the signed answer verified" % (zeep.__version__, binding))
    if signature.verified != 2:
        sys.exit("%d answers were verified" % signature.verified)


main()
