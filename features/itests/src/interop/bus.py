"""A bus of one installation, its certificates, and the REST API as its tests need it."""
import base64
import datetime
import io
import ipaddress
import json
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import tarfile
import urllib.request
import zipfile

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from cryptography.hazmat.primitives.serialization.pkcs12 import serialize_key_and_certificates
from cryptography.x509.oid import NameOID

HTTP = "org.esbmt.http.bc.cfg"
PORTS = (
    (HTTP, "port"),
    (HTTP, "tls.port"),
    ("org.apache.karaf.management.cfg", "rmiRegistryPort"),
    ("org.apache.karaf.management.cfg", "rmiServerPort"),
    ("org.apache.karaf.shell.cfg", "sshPort"),
    ("org.esbmt.administration.jmx.cfg", "port"),
    ("org.esbmt.administration.http.cfg", "port"),
)
STORE_PASSWORD = "of the key store"


class Key:
    """An RSA key with a certificate that signs itself, as files of PEM."""

    def __init__(self, folder, name):
        self.key = rsa.generate_private_key(65537, 2048)
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        now = datetime.datetime.now(datetime.timezone.utc)
        address = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
        self.certificate = (
            x509.CertificateBuilder(subject, subject, self.key.public_key(), x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(minutes=5)).not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(address, critical=False)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256()))
        self.key_pem = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        self.pem = self.certificate.public_bytes(Encoding.PEM)
        self.key_file, self.file = folder / (name + ".key.pem"), folder / (name + ".pem")
        self.key_file.write_bytes(self.key_pem)
        self.file.write_bytes(self.pem)

    def request_for(self, user):
        """The PKCS#10 request that proves the possession of the key to the registration for a user."""
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, user)])
        request = x509.CertificateSigningRequestBuilder(subject).sign(self.key, hashes.SHA256())
        return request.public_bytes(Encoding.PEM).decode()

    def store(self, file):
        file.write_bytes(serialize_key_and_certificates(
            b"bus", self.key, self.certificate, None, BestAvailableEncryption(STORE_PASSWORD.encode())))


def free_ports(count):
    listening = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [s.getsockname()[1] for s in listening]
    for s in listening:
        s.close()
    return ports


class Bus:
    """An unpacked distribution with free ports and TLS. Use it in a with statement, which starts and stops it."""

    def __init__(self, archive, folder, back_ends):
        shutil.rmtree(folder / "bus", ignore_errors=True)
        with tarfile.open(archive) as distribution:
            distribution.extractall(folder / "bus", filter="tar")
        self.home = next((folder / "bus").iterdir())
        ports = free_ports(len(PORTS))
        for (file, name), port in zip(PORTS, ports):
            self.set(file, name, port)
        tls = Key(folder, "bus-tls")
        tls.store(self.home / "etc/bus.p12")
        self.authority = tls.file
        self.set(HTTP, "tls.keystore", "${karaf.etc}/bus.p12")
        self.set(HTTP, "tls.keystore.password", STORE_PASSWORD)
        self.set(HTTP, "egress.allow", ", ".join("*@" + each for each in back_ends))
        self.http = "http://127.0.0.1:%d" % ports[0]
        self.https = "https://127.0.0.1:%d" % ports[1]
        self.administration = "https://localhost:%d/api/v1" % ports[-1]

    def set(self, file, name, value):
        path = self.home / "etc" / file
        text, count = re.subn(r"(?m)^%s *=.*$" % re.escape(name), lambda _: "%s = %s" % (name, value), path.read_text())
        if count != 1:
            raise ValueError("%s: %d lines %s" % (file, count, name))
        path.write_text(text)

    def __enter__(self):
        done = subprocess.run([self.home / "bin/start"], capture_output=True, text=True)
        if done.returncode != 0:
            self.__exit__()
            raise RuntimeError(done.stdout + done.stderr)
        first = (self.home / "data/initial-administrator.txt").read_text()
        self.administrator = tuple(re.search("(?m)^%s=(.*)$" % name, first).group(1) for name in ("login", "password"))
        return self

    def __exit__(self, *_):
        subprocess.run([self.home / "bin/stop"], check=True, capture_output=True)

    def status(self):
        return subprocess.run([self.home / "bin/status"], capture_output=True, text=True).stdout

    def log(self):
        return (self.home / "data/log/karaf.log").read_text()

    def rest(self, method, path, content=None, by=None, kind="application/zip"):
        """A request of the REST API; CONTENT is JSON, or bytes of this kind."""
        archive = isinstance(content, bytes)
        request = urllib.request.Request(
            self.administration + path, method=method,
            data=content if archive else None if content is None else json.dumps(content).encode())
        request.add_header("Content-Type", kind if archive else "application/json")
        pair = ":".join(by or self.administrator).encode()
        request.add_header("Authorization", "Basic " + base64.b64encode(pair).decode())
        trusted = ssl.create_default_context(cafile=self.home / "data/administration-http/certificate.pem")
        try:
            with urllib.request.urlopen(request, context=trusted, timeout=60) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as e:
            raise RuntimeError("%s %s: %d %s" % (method, path, e.code, e.read().decode())) from e


class Tenant:
    """A tenant of the bus and its default administrator, who is also the sender."""

    def __init__(self, bus, name):
        self.bus, self.login = bus, name + "/boss"
        self.password = "correct horse battery " + name
        created = bus.rest("POST", "/tenants", {
            "name": name, "administratorLogin": "boss", "password": self.password})
        self.id, self.user = created["tenantId"], created["userId"]
        self.path = "/tenants/" + self.id

    def rest(self, method, path, content=None, **more):
        return self.bus.rest(method, self.path + path, content, by=(self.login, self.password), **more)

    def key(self, name, purpose):
        """Generates a key; returns its certificate in PEM."""
        return self.rest("POST", "/keys", {
            "name": name, "purpose": purpose, "algorithm": "RSA_2048", "subject": "CN=" + name})["certificates"].encode()

    def register(self, key, name="client"):
        """Registers a certificate for the user; returns its digest."""
        return self.rest("POST", "/users/%s/certificates" % self.user, {
            "name": name, "certificate": key.pem.decode(), "request": key.request_for(self.user)})["digest"]

    def deploy(self, name, files):
        """Deploys an assembly with one unit of http-bc, made of these files by name."""
        unit = archive({path: text.encode() for path, text in files.items()})
        jbi = """<jbi xmlns="http://java.sun.com/xml/ns/jbi" version="1.0"><service-assembly>
          <identification><name>%(name)s</name><description>clients of others</description></identification>
          <service-unit><identification><name>%(name)s-http</name><description>http</description></identification>
            <target><artifacts-zip>http.zip</artifacts-zip><component-name>http-bc</component-name></target>
          </service-unit></service-assembly></jbi>""" % {"name": name}
        answer = self.rest("POST", "/assemblies", archive({"META-INF/jbi.xml": jbi.encode(), "http.zip": unit}))
        if "STARTED" not in json.dumps(answer):
            raise RuntimeError("not started: %s" % answer)

    def url(self, service, endpoint, tls=False):
        return "%s/tenant-services/%s/%s/%s" % (self.bus.https if tls else self.bus.http, self.id, service, endpoint)


def archive(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in files.items():
            out.writestr(name, content)
    return packed.getvalue()


def folder_for(name):
    folder = pathlib.Path(name).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder
