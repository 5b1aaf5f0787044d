"""WS-Security by xmlsec and lxml alone: signed and encrypted messages, for a sender and for a back end."""
import base64
import datetime
import hashlib
import secrets

import xmlsec
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from lxml import etree

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
WSSE = WSS + "wssecurity-secext-1.0.xsd"
WSU = WSS + "wssecurity-utility-1.0.xsd"
WSSE11 = "http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd"
DS = "http://www.w3.org/2000/09/xmldsig#"
XENC = "http://www.w3.org/2001/04/xmlenc#"
XENC11 = "http://www.w3.org/2009/xmlenc11#"
X509 = WSS + "x509-token-profile-1.0#X509v3"
BASE64 = WSS + "soap-message-security-1.0#Base64Binary"
THUMBPRINT = "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1"
ID = "{%s}Id" % WSU


def envelope(body):
    """A message of SOAP 1.1 with this text of an element in its Body."""
    return etree.fromstring('<s:Envelope xmlns:s="%s"><s:Header/><s:Body>%s</s:Body></s:Envelope>' % (SOAP, body))


def body(message):
    return message.find("{*}Body")


def security(message):
    return message.find("{*}Header/{%s}Security" % WSSE)


def add(parent, name, text=None, **attributes):
    child = etree.SubElement(parent, name, **attributes)
    child.text = text
    return child


def identify(element):
    element.set(ID, "id-" + secrets.token_hex(16))
    return element


def sign(message, key, certificate, confirmed=None, parts=()):
    """Signs Timestamp, Body and these parts by RSA-SHA256. KEY and CERTIFICATE are bytes of PEM.

    confirmed: the signature value of a request, for an answer."""
    header = message.find("{*}Header")
    if header is None:
        header = etree.Element("{%s}Header" % SOAP)
        message.insert(0, header)
    block = etree.SubElement(header, "{%s}Security" % WSSE, nsmap={"wsse": WSSE, "wsu": WSU})
    block.set("{%s}mustUnderstand" % etree.QName(message).namespace, "1")
    now = datetime.datetime.now(datetime.timezone.utc)
    timestamp = identify(add(block, "{%s}Timestamp" % WSU))
    for name, time in (("Created", now), ("Expires", now + datetime.timedelta(seconds=300))):
        add(timestamp, "{%s}%s" % (WSU, name), time.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z")
    token = add(block, "{%s}BinarySecurityToken" % WSSE, ValueType=X509, EncodingType=BASE64)
    token.text = base64.b64encode(x509.load_pem_x509_certificate(certificate).public_bytes(Encoding.DER))
    identify(token)
    signed = [timestamp, identify(body(message))] + [identify(part) for part in parts]
    if confirmed is not None:
        signed.append(identify(add(block, "{%s}SignatureConfirmation" % WSSE11, Value=confirmed)))
    signature = xmlsec.template.create(block, xmlsec.Transform.EXCL_C14N, xmlsec.Transform.RSA_SHA256, ns="ds")
    block.append(signature)
    for element in signed:
        reference = xmlsec.template.add_reference(signature, xmlsec.Transform.SHA256, uri="#" + element.get(ID))
        xmlsec.template.add_transform(reference, xmlsec.Transform.EXCL_C14N)
    named = add(xmlsec.template.ensure_key_info(signature), "{%s}SecurityTokenReference" % WSSE)
    add(named, "{%s}Reference" % WSSE, URI="#" + token.get(ID), ValueType=X509)
    context = xmlsec.SignatureContext()
    for element in signed:
        context.register_id(element, "Id", WSU)
    context.key = xmlsec.Key.from_memory(key, xmlsec.KeyFormat.PEM)
    context.sign(signature)
    return signature


def encrypt(message, recipient):
    """Encrypts the content of the Body by AES-128-GCM, for a certificate (bytes of PEM) by RSA-OAEP with SHA-256."""
    template = etree.fromstring("""<xenc:EncryptedData xmlns:xenc="%(xenc)s" xmlns:ds="%(ds)s" Type="%(xenc)sContent"
        ><xenc:EncryptionMethod Algorithm="%(xenc11)saes128-gcm"/><ds:KeyInfo><xenc:EncryptedKey
        ><xenc:EncryptionMethod Algorithm="%(xenc11)srsa-oaep"><ds:DigestMethod Algorithm="%(xenc)ssha256"
        /><xenc11:MGF xmlns:xenc11="%(xenc11)s" Algorithm="%(xenc11)smgf1sha256"/></xenc:EncryptionMethod
        ><ds:KeyInfo><ds:KeyName>recipient</ds:KeyName></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData
        ></xenc:EncryptedKey></ds:KeyInfo><xenc:CipherData><xenc:CipherValue/></xenc:CipherData></xenc:EncryptedData>"""
                                % {"xenc": XENC, "xenc11": XENC11, "ds": DS})
    manager = xmlsec.KeysManager()
    key = xmlsec.Key.from_memory(recipient, xmlsec.KeyFormat.CERT_PEM)
    key.name = "recipient"
    manager.add_key(key)
    context = xmlsec.EncryptionContext(manager)
    context.key = xmlsec.Key.generate(xmlsec.KeyData.AES, 128, xmlsec.KeyDataType.SESSION)
    # xmlsec needs the template within the document, and the Content of one element as what it encrypts
    data = context.encrypt_xml(template, body(message))
    key_info = data.find("{%s}KeyInfo" % DS)
    encrypted_key = key_info.find("{%s}EncryptedKey" % XENC)
    key_info.remove(encrypted_key)
    for element, name in ((data, "data"), (encrypted_key, "key")):
        element.set("Id", name + "-" + secrets.token_hex(16))
    reference = add(key_info, "{%s}SecurityTokenReference" % WSSE)
    add(reference, "{%s}Reference" % WSSE, URI="#" + encrypted_key.get("Id"))
    named = encrypted_key.find("{%s}KeyInfo" % DS)
    named.clear()
    thumbprint = hashlib.sha1(x509.load_pem_x509_certificate(recipient).public_bytes(Encoding.DER)).digest()
    add(add(named, "{%s}SecurityTokenReference" % WSSE), "{%s}KeyIdentifier" % WSSE,
        base64.b64encode(thumbprint), ValueType=THUMBPRINT, EncodingType=BASE64)
    add(add(encrypted_key, "{%s}ReferenceList" % XENC), "{%s}DataReference" % XENC, URI="#" + data.get("Id"))
    security(message).insert(0, encrypted_key)


def decrypt(message, key):
    """Decrypts the Body of a message; KEY is bytes of PEM. Returns the algorithms, of the key and of the Body."""
    encrypted_key = security(message).find("{%s}EncryptedKey" % XENC)
    data = body(message).find("{%s}EncryptedData" % XENC)
    if encrypted_key is None or data is None:
        raise ValueError("the Body is not encrypted")
    if [r.get("URI") for r in encrypted_key.iter("{%s}DataReference" % XENC)] != ["#" + data.get("Id")]:
        raise ValueError("the key is of other data")
    methods = [e.find("{%s}EncryptionMethod" % XENC).get("Algorithm") for e in (encrypted_key, data)]
    for element, content in ((encrypted_key, None), (data, encrypted_key)):
        key_info = element.find("{%s}KeyInfo" % DS)
        key_info.clear()
        if content is None:
            add(key_info, "{%s}KeyName" % DS, "mine")
        else:
            key_info.append(content)
    manager = xmlsec.KeysManager()
    mine = xmlsec.Key.from_memory(key, xmlsec.KeyFormat.PEM)
    mine.name = "mine"
    manager.add_key(mine)
    xmlsec.EncryptionContext(manager).decrypt(data)
    return methods


def verify(message, certificate, confirms=None):
    """Verifies the signature by this certificate (bytes of PEM). Timestamp, Body and a SignatureConfirmation must be
    signed, and the time must not be over. Returns the signature value.

    confirms: the signature value of the request, for an answer."""
    block = security(message)
    if block is None:
        raise ValueError("no Security block: " + etree.tostring(message).decode())
    signature = block.find("{%s}Signature" % DS)
    timestamp = block.find("{%s}Timestamp" % WSU)
    signed = [timestamp, body(message)]
    confirmation = block.find("{%s}SignatureConfirmation" % WSSE11)
    if confirmation is not None:
        signed.append(confirmation)
    if confirms is not None and (confirmation is None or confirmation.get("Value") != confirms):
        raise ValueError("the answer is not one to this request")
    context = xmlsec.SignatureContext()
    for element in signed:
        context.register_id(element, "Id", WSU)
    context.key = xmlsec.Key.from_memory(certificate, xmlsec.KeyFormat.CERT_PEM)
    context.verify(signature)
    identifiers = {reference.get("URI") for reference in signature.iter("{%s}Reference" % DS)}
    for element in signed:
        if "#" + element.get(ID) not in identifiers:
            raise ValueError("not signed: " + element.tag)
    expires = timestamp.findtext("{%s}Expires" % WSU).replace("Z", "+00:00")
    if datetime.datetime.fromisoformat(expires) < datetime.datetime.now(datetime.timezone.utc):
        raise ValueError("expired: " + expires)
    return value_of(signature)


def value_of(signature):
    return "".join(signature.findtext("{%s}SignatureValue" % DS).split())
