"""Runs clients and back ends of others against a bus of its own, and prints a line for each.

record.py DISTRIBUTION FOLDER   FOLDER has node_modules/soap and cxf, and gets the bus. Exit status 0: each line is as expected.
"""
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import secrets
import subprocess
import sys
import time

import jwt
import requests
import xmlsec
from lxml import etree

import saml
import wss
import zeep_clients as zeeps
from authority import Authority
from back_ends import BackEnds
from bus import STORE_PASSWORD, Bus, Key, Tenant, folder_for

HERE = pathlib.Path(__file__).resolve().parent
WSDL = (HERE.parents[3] / "bundles/message-security/src/test/interop/orders.wsdl").read_text()
CONSUMERS = {
    "password": '',
    "signature": 'accept="signature" answer="signed"',
    "plain-id": 'accept="signature" answer="signed" tolerate="plain-id"',
    "encrypted": 'protect="signed-encrypted" answer="signed-encrypted"',
    "username-token": 'accept="username-token"',
    "bearer": 'accept="bearer"',
    "client-certificate": 'accept="client-certificate"',
    "saml": 'accept="saml"',
    "saml-key": 'accept="saml-key" answer="signed"',
}
PROVIDERS = {
    "to-signed": 'secure="signed"',
    "to-encrypted": 'secure="signed-encrypted" recipient="back-end" expect="signed-encrypted" partner="back-end"',
}
ISSUER, AUDIENCE, SUBJECT = "https://login.example.org", "esb", "auth0|6021"


def xbean(back_ends):
    at = "http://" + back_ends.host_and_port
    lines = ['<beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:a="urn:acme">']
    for name, attributes in CONSUMERS.items():
        lines.append('<http:soap-consumer service="a:Orders" endpoint="%s" targetService="a:Plain" targetEndpoint="soap"'
                     ' wsdl="orders.wsdl" %s/>' % (name, attributes))
    lines.append('<http:soap-provider service="a:Plain" endpoint="soap" locationURI="%s/plain"/>' % at)
    for name, attributes in PROVIDERS.items():
        lines.append('<http:soap-consumer service="a:Orders" endpoint="%s" targetService="a:%s" targetEndpoint="soap"'
                     ' wsdl="orders.wsdl"/>' % (name, name))
        lines.append('<http:soap-provider service="a:%s" endpoint="soap" locationURI="%s/%s" %s/>'
                     % (name, at, name[3:], attributes))
    return "\n".join(lines + ["</beans>"])


class Run:
    """The clients of one tenant."""

    def __init__(self, bus, folder, back_ends):
        self.bus, self.folder, self.back_ends = bus, folder, back_ends
        self.failures = 0
        self.tenant = tenant = Tenant(bus, "acme")
        self.client = Key(folder, "client")
        self.stranger = Key(folder, "stranger")
        self.digest = tenant.register(self.client)
        self.sign, self.decrypt = tenant.key("sign", "SIGN"), tenant.key("decrypt", "DECRYPT")
        back_ends.bus_sign, back_ends.bus_decrypt = self.sign, self.decrypt
        tenant.rest("POST", "/partners", {"name": "back-end", "certificate": back_ends.key.pem.decode()})
        self.issuer = Key(folder, "issuer")
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.issuer.key.public_key()))
        tenant.rest("POST", "/issuers", {
            "name": "portal", "issuer": ISSUER, "audience": AUDIENCE, "algorithms": ["RS256"],
            "jwkSet": json.dumps({"keys": [dict(public, kid="1", alg="RS256", use="sig")]})})
        tenant.rest("POST", "/users/%s/subjects" % tenant.user, {"name": "portal", "subject": SUBJECT})
        tenant.deploy("orders", {"xbean.xml": xbean(back_ends), "orders.wsdl": WSDL})

    def token(self, **claims):
        now = int(time.time())
        content = {"iss": ISSUER, "aud": AUDIENCE, "sub": SUBJECT, "iat": now, "exp": now + 300}
        return jwt.encode({**content, **claims}, self.issuer.key, "RS256", headers={"kid": "1"})

    def assertion(self, key=None, audience=AUDIENCE, **more):
        return saml.assertion((key or self.issuer).key_pem, ISSUER, audience, SUBJECT, **more)

    def line(self, client, proof, seen, good=True):
        self.failures += not good
        print("%-32s  %-28s   %s%s" % (client, proof, "" if good else "FAILED: ", seen), flush=True)

    def taken(self, client, proof, send, seen="taken", text=" <anvil> \u00e9"):
        """send(text) gives the text of the answer."""
        text = secrets.token_hex(4) + text
        plain = len(self.back_ends.seen["/plain"])
        try:
            answer = send(text)
        except Exception as e:
            self.line(client, proof, repr(e)[:2000], good=False)
            return
        came = self.back_ends.seen["/plain"][plain:]
        clean = all(b"<wsse" not in m and b"SecurityToken" not in m and b"TenantContext" not in m and b"Signature" not in m for m in came)
        self.line(client, proof, seen if answer == text and clean else "%r, %r" % (answer, came), answer == text and clean)

    def refused(self, client, proof, send, code):
        before = sum(len(m) for m in self.back_ends.seen.values())
        try:
            answer = "an answer: %r" % send(secrets.token_hex(4))
        except Exception as e:
            answer = fault(e)
        quiet = sum(len(m) for m in self.back_ends.seen.values()) == before
        self.line(client, proof, "refused with " + code if code in answer else answer, code in answer and quiet)

    def zeep(self):
        t = self.tenant
        name = "zeep " + importlib.metadata.version("zeep")
        tls = lambda **more: zeeps.session(self.bus.authority, **more)
        for binding in ("soap11", "soap12"):
            client = "%s, %s" % (name, binding)
            send = lambda endpoint, over=None, **more: lambda text: zeeps.order(
                t.url("Orders", endpoint, tls=over is not None), binding, text, over=over, **more)
            self.taken(client, "password", send("password", headers=[zeeps.context(t.id, t.user, t.password)]))
            self.taken(client, "password, TLS", send(
                "password", tls(), headers=[zeeps.context(t.id, t.user, t.password)]))
            self.refused(client, "password, wrong", send(
                "password", headers=[zeeps.context(t.id, t.user, "another long password")]), "NOT_AUTHENTICATED")
            signature = zeeps.Signature(self.client, self.sign)
            self.taken(client, "signature", send("signature", wsse=signature), "taken; the signed answer verified")
            self.line(client, "signed answers", "%d verified" % signature.verified, signature.verified == 1)
            self.refused(client, "signature, unregistered", send(
                "signature", wsse=zeeps.Signature(self.stranger, self.sign)), "NOT_AUTHENTICATED")
            self.taken(client, "username-token, TLS", send(
                "username-token", tls(), wsse=zeeps.username_token("boss", t.password)))
            self.refused(client, "username-token without TLS", send(
                "username-token", wsse=zeeps.username_token("boss", t.password)), "SECURITY_INVALID")
            self.taken(client, "client-certificate", send("client-certificate", tls(certificate=self.client)))
            self.refused(client, "client-certificate, none", send("client-certificate", tls()), "CONTEXT_MISSING")
            self.refused(client, "client-certificate, another", send(
                "client-certificate", tls(certificate=self.stranger)), "NOT_AUTHENTICATED")
            self.taken(client, "bearer, TLS", send("bearer", tls(bearer=self.token())),
                       "taken; PyJWT " + jwt.__version__)
            self.refused(client, "bearer, other audience", send(
                "bearer", tls(bearer=self.token(aud="other"))), "NOT_AUTHENTICATED")
            self.refused(client, "bearer, expired", send(
                "bearer", tls(bearer=self.token(exp=int(time.time()) - 600))), "NOT_AUTHENTICATED")
            saml_of = lambda **more: saml.Bearer(self.assertion(**more))
            self.taken(client, "SAML bearer, TLS", send("saml", tls(), wsse=saml_of()), "taken; signed by xmlsec")
            self.refused(client, "SAML bearer without TLS", send("saml", wsse=saml_of()), "SECURITY_INVALID")
            self.refused(client, "SAML, other audience", send(
                "saml", tls(), wsse=saml_of(audience="other")), "NOT_AUTHENTICATED")
            self.refused(client, "SAML, other issuer's key", send(
                "saml", tls(), wsse=saml_of(key=self.stranger)), "NOT_AUTHENTICATED")
            self.refused(client, "SAML, expired", send(
                "saml", tls(), wsse=saml_of(minutes=-5)), "NOT_AUTHENTICATED")
        addresses = zeeps.bound(t.url("Orders", "bearer", tls=True), tls())
        self.line(name, "addresses in the WSDL", addresses[0].split("/")[2] == self.bus.https.split("/")[2]
                  and "those of the TLS port" or repr(addresses),
                  set(addresses) == {t.url("Orders", "bearer", tls=True)})

    def post(self, endpoint, message):
        answer = requests.post(self.tenant.url("Orders", endpoint), etree.tostring(message), timeout=60,
                               headers={"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '""'})
        if answer.status_code != 200:
            raise RuntimeError(answer.text)
        return etree.fromstring(answer.content)

    def raw(self):
        client = "xmlsec %s (libxmlsec1 %s)" % (importlib.metadata.version("xmlsec"),
                                                ".".join(map(str, xmlsec.get_libxmlsec_version())))

        def plain(text):
            element = etree.Element("{urn:acme}order")
            element.text = text
            return wss.envelope(etree.tostring(element).decode())

        def order(text):
            message = plain(text)
            self.signature = wss.value_of(wss.sign(message, self.client.key_pem, self.client.pem))
            return message

        def encrypted(text):
            message = order(text)
            wss.encrypt(message, self.decrypt)
            answer = self.post("encrypted", message)
            self.algorithms = wss.decrypt(answer, self.client.key_pem)
            wss.verify(answer, self.sign, confirms=self.signature)
            return wss.body(answer)[0].text

        self.taken(client, "signature, encrypted Body", encrypted, "taken; the answer decrypted, verified, confirms it")
        self.line(client, "algorithms of the answer", ", ".join(a.split("#")[1] for a in self.algorithms))
        self.refused(client, "signature, plain Body", lambda text: self.post("encrypted", order(text)),
                     "SECURITY_INVALID")
        self.holder(client, plain)
        message = order("once")
        wss.encrypt(message, self.decrypt)
        self.post("encrypted", message)
        self.refused(client, "the same bytes again", lambda text: self.post("encrypted", message), "SECURITY_INVALID")
        changed = order("changed")
        wss.body(changed)[0].text = "another order"
        self.refused(client, "a changed Body", lambda text: self.post("signature", changed), "NOT_AUTHENTICATED")

    def holder(self, client, plain):
        def held(text, signer=self.stranger, holder=self.stranger):
            message = plain(text)
            signature = wss.value_of(wss.sign(message, signer.key_pem, signer.pem))
            wss.security(message).append(self.assertion(holder=holder.pem))
            answer = self.post("saml-key", message)
            wss.verify(answer, self.sign, confirms=signature)
            return wss.body(answer)[0].text

        self.taken(client, "SAML holder-of-key", held, "taken; the signed answer verified")
        self.refused(client, "SAML, another's key", lambda text: held(text, signer=self.client), "SECURITY_INVALID")

    def node(self):
        t = self.tenant
        version = json.loads((self.folder / "node_modules/soap/package.json").read_text())["version"]
        client = "node soap " + version

        def send(proof, endpoint, tls, **settings):
            settings.update(authority=str(self.bus.authority) if tls else None)

            def run(text):
                done = subprocess.run(
                    ["node", HERE / "node_client.js", proof, t.url("Orders", endpoint, tls), text, json.dumps(settings)],
                    capture_output=True, text=True, env=dict(os.environ, NODE_PATH=str(self.folder / "node_modules")))
                if done.returncode != 0:
                    raise RuntimeError(done.stderr)
                return text
            return run

        keys = {"key": str(self.client.key_file), "certificate": str(self.client.file)}
        context = etree.tostring(zeeps.context(t.id, t.user, t.password)).decode()
        self.node_taken(client, "password", send("password", "password", False, context=context))
        self.node_taken(client, "signature, plain-id", send("signature", "plain-id", False, **keys))
        self.refused(client, "signature, not tolerated", send("signature", "signature", False, **keys),
                     "SECURITY_INVALID")
        self.node_taken(client, "signature, idMode wssecurity", send(
            "signature", "signature", False, idMode="wssecurity", **keys))
        self.node_taken(client, "username-token, TLS", send(
            "username-token", "username-token", True, user="boss", password=t.password))
        self.node_taken(client, "client-certificate", send("client-certificate", "client-certificate", True, **keys))
        self.node_taken(client, "bearer, TLS", send("bearer", "bearer", True, token=self.token()))

    def node_taken(self, client, proof, send):
        self.taken(client, proof, send, text="")  # the client looks for the text in the bytes of the answer

    def cxf(self):
        t, store = self.tenant, self.folder / "issuer.p12"
        self.issuer.store(store)
        jars = (self.folder / "cxf/classpath").read_text()
        client = "CXF %s, OpenSAML %s" % (version_of("cxf-core", jars), version_of("opensaml-core", jars))

        def send(port, audience=AUDIENCE, minutes=5):
            def run(text):
                done = subprocess.run(
                    [java(), "-cp", "%s:%s" % (self.folder / "cxf/classes", jars), "org.esbmt.interop.SamlClient",
                     t.url("Orders", "saml", tls=True) + "?wsdl", port, self.bus.authority, store, STORE_PASSWORD,
                     ISSUER, audience, SUBJECT, str(minutes), text],
                    capture_output=True, text=True)
                if done.returncode != 0:
                    raise RuntimeError(done.stderr)
                return done.stdout[:-1]
            return run

        for port in ("soap11", "soap12"):
            self.taken(client, "SAML bearer, TLS, " + port, send(port), "taken; signed by OpenSAML")
        self.refused(client, "SAML, other audience", send("soap11", audience="other"), "NOT_AUTHENTICATED")
        self.refused(client, "SAML, expired", send("soap11", minutes=-5), "NOT_AUTHENTICATED")

    def outgoing(self):
        client = "back end with xmlsec " + importlib.metadata.version("xmlsec")
        context = [zeeps.context(self.tenant.id, self.tenant.user, self.tenant.password)]
        send = lambda endpoint: lambda text: zeeps.order(
            self.tenant.url("Orders", endpoint), "soap11", text, headers=context)
        self.taken(client, "secure=signed", send("to-signed"), "the signature of the bus verified")
        self.taken(client, "secure=signed-encrypted", send("to-encrypted"),
                   "decrypted, verified; its answer taken")
        self.line(client, "algorithms of the request", ", ".join(
            a.split("#")[1] for a in self.back_ends.seen["/encrypted"][-1]))
        self.line(client, "both", "%d messages refused" % len(self.back_ends.failures) if not self.back_ends.failures
                  else repr(self.back_ends.failures), not self.back_ends.failures)
        self.back_ends.confirm_another = True
        try:
            seen = "an answer: %r" % send("to-encrypted")("unconfirmed")
        except Exception as e:
            seen = fault(e)
        self.line(client, "confirms another request", "its answer refused with BACKEND_UNAVAILABLE"
                  if "BACKEND_UNAVAILABLE" in seen else seen, "BACKEND_UNAVAILABLE" in seen)

    def revoked(self):
        t = self.tenant
        signature = lambda: zeeps.order(t.url("Orders", "signature"), "soap11", secrets.token_hex(4),
                                        wsse=zeeps.Signature(self.client, self.sign))
        over = zeeps.session(self.bus.authority, certificate=self.client)
        certificate = lambda: zeeps.order(t.url("Orders", "client-certificate", True), "soap11", secrets.token_hex(4), over=over)
        certificate()
        self.refused_soon(lambda: t.rest("DELETE", "/user-certificates/" + self.digest),
                          (("signature, revoked", signature), ("open TLS, revoked", certificate)))

    def listed(self):
        """A list of an authority revokes the certificate that it issued."""
        t = self.tenant
        authority = Authority(self.folder, "authority")
        sender = authority.certify(Key(self.folder, "certified"))
        t.rest("POST", "/authorities", {"name": "root", "certificate": authority.pem.decode()})
        t.register(sender, "certified")
        upload = lambda content: t.rest("PUT", "/authorities/root/crl", content, kind="application/pkix-crl")
        signature = lambda: zeeps.order(t.url("Orders", "signature"), "soap11", secrets.token_hex(4),
                                        wsse=zeeps.Signature(sender, self.sign))
        upload(authority.list_of(1))
        signature()
        self.refused_soon(lambda: upload(authority.list_of(2, sender)), (("signature, on a CRL", signature),))
        try:
            seen = repr(upload(authority.list_of(1)))
        except RuntimeError as e:
            seen = str(e)
        self.line("cryptography " + importlib.metadata.version("cryptography"), "CRL, an earlier one",
                  "refused with 409" if " 409 " in seen else seen, " 409 " in seen)

    def refused_soon(self, act, sends):
        act()
        since = time.monotonic()
        for proof, send in sends:
            seen = ""
            while "NOT_AUTHENTICATED" not in seen and time.monotonic() - since < 10:
                try:
                    seen = repr(send())
                except Exception as e:
                    seen = fault(e)
            took = time.monotonic() - since
            self.line("zeep", proof, "refused with NOT_AUTHENTICATED after %.1f s" % took
                      if took < 5 else seen, took < 5)


def java():
    home = os.environ.get("JAVA_HOME")
    return pathlib.Path(home) / "bin/java" if home else "java"


def version_of(artifact, classpath):
    return re.search("/%s-([0-9.]+)\\.jar" % re.escape(artifact), classpath).group(1)


def fault(e):
    """The text of a fault, with the code of the bus."""
    detail = getattr(e, "detail", None)
    return str(e) + (etree.tostring(detail).decode() if detail is not None else "")


def main():
    folder = folder_for(sys.argv[2])
    print("Python %s, Node.js %s\n" % (platform.python_version(), subprocess.run(
        ["node", "--version"], capture_output=True, text=True).stdout.strip()))
    back_ends = BackEnds(Key(folder, "back-end"))
    with Bus(sys.argv[1], folder, [back_ends.host_and_port]) as bus:
        run = Run(bus, folder, back_ends)
        for part in (run.zeep, run.raw, run.node, run.cxf, run.outgoing):
            part()
        noted = [line for line in bus.status().splitlines() if "plain-id" in line]
        run.line("bin/status", "tolerate", "a note for the endpoint plain-id" if noted else "no note: " + bus.status(), bool(noted))
        run.listed()
        run.revoked()
    print("\n%s" % ("as expected" if run.failures == 0 else "%d lines FAILED" % run.failures))
    sys.exit(1 if run.failures else 0)


main()
