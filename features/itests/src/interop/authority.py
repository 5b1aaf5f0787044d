"""A certificate authority of a tenant, which issues certificates and lists of revocations."""
import datetime

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding

from bus import Key


class Authority:
    def __init__(self, folder, name):
        self.own = Key(folder, name)
        usage = {use: use in ("key_cert_sign", "crl_sign") for use in (
            "digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
            "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")}
        self.certificate = (
            self.builder(self.own).add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .add_extension(x509.KeyUsage(**usage), critical=True).sign(self.own.key, hashes.SHA256()))
        self.pem = self.certificate.public_bytes(Encoding.PEM)

    def builder(self, key):
        now = datetime.datetime.now(datetime.timezone.utc)
        return (x509.CertificateBuilder(self.own.certificate.subject, key.certificate.subject, key.key.public_key(),
                                        x509.random_serial_number())
                .not_valid_before(now - datetime.timedelta(minutes=5)).not_valid_after(now + datetime.timedelta(days=2)))

    def certify(self, key):
        """Replaces the certificate of a key by one of this authority."""
        key.certificate = self.builder(key).sign(self.own.key, hashes.SHA256())
        key.pem = key.certificate.public_bytes(Encoding.PEM)
        key.file.write_bytes(key.pem)
        return key

    def list_of(self, number, *revoked):
        """The list with this number (bytes of DER)."""
        now = datetime.datetime.now(datetime.timezone.utc)
        made = x509.CertificateRevocationListBuilder(
            self.own.certificate.subject, now - datetime.timedelta(minutes=1), now + datetime.timedelta(days=1))
        for key in revoked:
            made = made.add_revoked_certificate(x509.RevokedCertificateBuilder(
                key.certificate.serial_number, now - datetime.timedelta(minutes=1)).build())
        made = made.add_extension(x509.CRLNumber(number), critical=False)
        return made.sign(self.own.key, hashes.SHA256()).public_bytes(Encoding.DER)
