"""SAML 2.0 assertions, signed by xmlsec."""
import base64
import datetime
import secrets

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree
from zeep.wsse import utils

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
METHOD = "urn:oasis:names:tc:SAML:2.0:cm:"
DS = "http://www.w3.org/2000/09/xmldsig#"


def assertion(key, issuer, audience, subject, minutes=5, holder=None):
    """An assertion that the KEY (bytes of PEM) of the issuer signs by RSA-SHA256.

    holder: the certificate (bytes of PEM) of the key that the sender must have; without it, the bearer is the subject."""
    now = datetime.datetime.now(datetime.timezone.utc)
    time = lambda at: at.strftime("%Y-%m-%dT%H:%M:%SZ")
    root = etree.Element("{%s}Assertion" % SAML, nsmap={"saml": SAML}, Version="2.0",
                         ID="_" + secrets.token_hex(16), IssueInstant=time(now))
    add = lambda parent, name, text=None, **attributes: _add(parent, "{%s}%s" % (SAML, name), text, attributes)
    add(root, "Issuer", issuer)
    signature = xmlsec.template.create(root, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.RSA_SHA256, ns="ds")
    root.append(signature)
    reference = xmlsec.template.add_reference(signature, xmlsec.Transform.SHA256, uri="#" + root.get("ID"))
    xmlsec.template.add_transform(reference, xmlsec.Transform.ENVELOPED)
    xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    named = add(root, "Subject")
    add(named, "NameID", subject)
    confirmation = add(named, "SubjectConfirmation", Method=METHOD + ("bearer" if holder is None else "holder-of-key"))
    if holder is not None:
        data = add(confirmation, "SubjectConfirmationData")
        info = etree.SubElement(data, "{%s}KeyInfo" % DS)
        der = x509.load_pem_x509_certificate(holder).public_bytes(Encoding.DER)
        etree.SubElement(etree.SubElement(info, "{%s}X509Data" % DS), "{%s}X509Certificate" % DS).text = base64.b64encode(der)
    end = now + datetime.timedelta(minutes=minutes)
    conditions = add(root, "Conditions", NotBefore=time(end - datetime.timedelta(minutes=10)), NotOnOrAfter=time(end))
    add(add(conditions, "AudienceRestriction"), "Audience", audience)
    context = xmlsec.SignatureContext()
    context.register_id(root, "ID")
    context.key = xmlsec.Key.from_memory(key, xmlsec.KeyFormat.PEM)
    context.sign(signature)
    return root


def _add(parent, name, text, attributes):
    child = etree.SubElement(parent, name, **attributes)
    child.text = text
    return child


class Bearer:
    """Puts an assertion into the messages of zeep."""

    def __init__(self, content):
        self.content = content

    def apply(self, envelope, headers):
        utils.get_security_header(envelope).append(self.content)
        return envelope, headers

    def verify(self, envelope):
        return envelope
