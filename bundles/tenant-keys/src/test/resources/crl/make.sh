#!/bin/sh
# Makes the files of RevocationListsTest with OpenSSL 3: an authority, certificates that it issued, and its lists.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$work/index.txt"
echo 1000 > "$work/serial"
echo 0A > "$work/crlnumber"
cat > "$work/ca.cnf" <<END
[ca]
default_ca = own
[own]
database = $work/index.txt
serial = $work/serial
crlnumber = $work/crlnumber
new_certs_dir = $work
certificate = authority.pem
private_key = $work/authority.key
default_md = sha256
default_days = 3650
default_crl_days = 3650
policy = any
x509_extensions = leaf
crl_extensions = list
[any]
commonName = supplied
[leaf]
keyUsage = critical, digitalSignature
[list]
authorityKeyIdentifier = keyid
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[req]
distinguished_name = name
[name]
END
openssl req -config "$work/ca.cnf" -new -x509 -newkey rsa:2048 -nodes -keyout "$work/authority.key" -out authority.pem \
    -subj '/O=Example/CN=Lists' -days 3650 -extensions authority
for name in kept stolen held; do
    openssl req -config "$work/ca.cnf" -new -newkey rsa:2048 -nodes -keyout "$work/$name.key" -out "$work/$name.csr" -subj "/CN=$name"
    openssl ca -config "$work/ca.cnf" -batch -notext -in "$work/$name.csr" -out "$name.pem"
done
openssl ca -config "$work/ca.cnf" -revoke stolen.pem -crl_reason keyCompromise
openssl ca -config "$work/ca.cnf" -revoke held.pem -crl_hold holdInstructionReject
openssl ca -config "$work/ca.cnf" -gencrl -out list.pem
openssl ca -config "$work/ca.cnf" -gencrl -md sha1 -out sha1.pem
