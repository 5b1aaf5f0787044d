package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECParameterSpec;
import java.security.spec.EllipticCurve;
import java.security.spec.RSAPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.xml.crypto.dsig.DigestMethod;
import org.apache.wss4j.dom.WSConstants;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.internal.crypto.KeyStrength;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.Markup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks 10 to 17: algorithms and keys. Messages with a weak algorithm are genuine: WSS4J has signed them so. */
@ParameterizedClass
@EnumSource(Crypto.class)
class AlgorithmAttacksTest {
    private static final String MORE = "http://www.w3.org/2001/04/xmldsig-more#";

    private final Crypto crypto;
    private final Receiver receiver;

    AlgorithmAttacksTest(Crypto crypto) {
        this.crypto = crypto;
        this.receiver = new Receiver(crypto);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Names.DS + "rsa-sha1",
                MORE + "rsa-md5",
                MORE + "rsa-ripemd160",
                Names.DS + "dsa-sha1",
                "urn:unknown",
                ""
            })
    void attack10SignatureMethods(String method) throws Exception {
        String message = Wss4jSender.signed().text().replace(Wss4jSender.RSA_SHA256, method);
        receiver.refuses(message, "algorithm that is not accepted");
    }

    @Test
    void attack10GenuineSha1() throws Exception {
        receiver.refuses(
                Wss4jSender.signed().by(TestKey.client(), Names.DS + "rsa-sha1").text(),
                "algorithm that is not accepted");
        receiver.refuses(Wss4jSender.signed().digest(DigestMethod.SHA1).text(), "digest that is not accepted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Names.DS + "sha1",
                MORE + "md5",
                MORE + "sha224",
                "http://www.w3.org/2001/04/xmlenc#ripemd160",
                "urn:unknown"
            })
    void attack10Digests(String digest) throws Exception {
        String message = Wss4jSender.signed().text();
        receiver.refuses(
                message.replaceFirst("DigestMethod Algorithm=\"[^\"]*\"", "DigestMethod Algorithm=\"" + digest + "\""),
                "digest that is not accepted");
    }

    @Test
    void attack11MacUnderThePublicKeyOrABroughtOne() throws Exception {
        String message = Wss4jSender.encrypted().text().replace(Wss4jSender.RSA_SHA256, MORE + "hmac-sha256");
        byte[] secret = "0123456789abcdef".getBytes(US_ASCII);
        for (byte[] key : List.of(
                TestKey.client().publicKey().getEncoded(),
                TestKey.client().certificate().getEncoded(),
                secret)) {
            String forged = signedBy(message, key);
            receiver.refuses(forged, "a type that is not accepted");
            String untyped = forged.replaceFirst("(<wsse:Reference [^>]*)ValueType=\"[^\"]*X509v3\"", "$1");
            assertThat(untyped).isNotEqualTo(forged);
            receiver.refuses(untyped, "has no session");
            new Receiver(crypto).profile(Receiver.LENIENT).refuses(untyped, "has no session");
        }
    }

    private static String signedBy(String message, byte[] key) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        byte[] value = mac.doFinal(signedInfo(message));
        return message.replaceFirst(
                "<ds:SignatureValue>[^<]*",
                "<ds:SignatureValue>" + Base64.getEncoder().encodeToString(value));
    }

    private static byte[] signedInfo(String message) throws Exception {
        Markup m = new Markup(message.getBytes(UTF_8));
        do {
            m.next();
        } while (!(m.isElement() && m.localIs("SignedInfo".getBytes(US_ASCII))));
        CanonicalOutput out = new CanonicalOutput();
        out.begin();
        new CanonicalForm(out).write(m, new byte[][] {"soap".getBytes(US_ASCII)}, CanonicalForm.ANY);
        return out.kept();
    }

    @Test
    void attack12TruncatedMac() throws Exception {
        String message = Wss4jSender.signed().text();
        String length = "<ds:HMACOutputLength>8</ds:HMACOutputLength>";
        for (String method : new String[] {Wss4jSender.RSA_SHA256, MORE + "hmac-sha256"}) {
            receiver.refuses(message.replaceAll(
                    "<ds:SignatureMethod Algorithm=\"[^\"]*\"/>",
                    "<ds:SignatureMethod Algorithm=\"" + method + "\">" + length + "</ds:SignatureMethod>"));
        }
    }

    @Test
    void attack13OldKeyTransportAndCiphers() throws Exception {
        receiver.refuses(
                Wss4jSender.encrypted()
                        .transport(WSConstants.KEYTRANSPORT_RSA15, null, null)
                        .text(),
                "wrapped in a way");
        new Receiver(crypto)
                .profile(Receiver.LENIENT)
                .refuses(
                        Wss4jSender.encrypted()
                                .transport(WSConstants.KEYTRANSPORT_RSA15, null, null)
                                .text(),
                        "wrapped in a way");
        for (String cipher : new String[] {WSConstants.AES_128, WSConstants.AES_256, WSConstants.TRIPLE_DES}) {
            receiver.refuses(Wss4jSender.encrypted().cipher(cipher).text(), "encrypted in a way");
        }
    }

    @Test
    void attack13ShortTagOrVector() throws Exception {
        String message = Wss4jSender.signed().encrypt("Body").text();
        String data = Xml.element(message, "xenc:EncryptedData");
        String value = Xml.text(data, "xenc:CipherValue");
        byte[] content = Base64.getMimeDecoder().decode(value);
        for (int length :
                new int[] {0, 1, 11, 12, 16, 27, 28, content.length - 12, content.length - 4, content.length - 1}) {
            String cut = Base64.getEncoder().encodeToString(Arrays.copyOf(content, length));
            receiver.refuses(message.replace(value, cut));
        }
    }

    @Test
    void attack15KeysThatAreWeakOrHuge() throws Exception {
        BigInteger modulus = BigInteger.ONE.shiftLeft(16_383).add(BigInteger.ONE);
        KeyFactory rsa = KeyFactory.getInstance("RSA");
        PublicKey huge = rsa.generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(65537)));
        BigInteger own =
                ((java.security.interfaces.RSAPublicKey) TestKey.client().publicKey()).getModulus();
        PublicKey three = rsa.generatePublic(new RSAPublicKeySpec(own, BigInteger.valueOf(3)));
        byte[] message = Wss4jSender.signed().bytes();
        for (PublicKey key : List.of(huge, three, TestKey.rsa("weak", 1024).publicKey())) {
            assertThat(KeyStrength.isEnough(key)).isFalse();
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> receiver.open(message, key))
                    .hasMessageContaining("weak");
        }
        TestKey weak = TestKey.rsa("weak", 1024);
        new Receiver(crypto)
                .of(weak)
                .refuses(Wss4jSender.signed().by(weak, Wss4jSender.RSA_SHA256).text(), "weak");
        TestKey p521 = TestKey.ec("p521", "secp521r1");
        new Receiver(crypto)
                .of(p521)
                .refuses(Wss4jSender.signed().by(p521, MORE + "ecdsa-sha256").text(), "weak");
    }

    @Test
    void attack15ExplicitCurve() {
        ECPublicKey genuine = (ECPublicKey) TestKey.ec("p256", "secp256r1").publicKey();
        ECParameterSpec p = genuine.getParams();
        EllipticCurve curve = new EllipticCurve(
                new ECFieldFp(((ECFieldFp) p.getCurve().getField()).getP()),
                p.getCurve().getA(),
                p.getCurve().getB());
        ECParameterSpec otherGenerator = new ECParameterSpec(curve, genuine.getW(), p.getOrder(), p.getCofactor());
        ECPublicKey forged = new ECPublicKey() {
            private static final long serialVersionUID = 1L;

            @Override
            public java.security.spec.ECPoint getW() {
                return genuine.getW();
            }

            @Override
            public ECParameterSpec getParams() {
                return otherGenerator;
            }

            @Override
            public String getAlgorithm() {
                return "EC";
            }

            @Override
            public String getFormat() {
                return "X.509";
            }

            @Override
            public byte[] getEncoded() {
                return genuine.getEncoded();
            }
        };
        assertThat(KeyStrength.isEnough(genuine)).isTrue();
        assertThat(KeyStrength.isEnough(forged)).isFalse();
    }

    @Test
    void attack16ZeroAndTwinOfAnEcdsaSignature() throws Exception {
        TestKey p256 = TestKey.ec("p256", "secp256r1");
        Receiver ec = new Receiver(crypto).of(p256);
        String message = Wss4jSender.signed().by(p256, MORE + "ecdsa-sha256").text();
        OpenedMessage opened = ec.open(message);
        String value = Xml.text(message, "ds:SignatureValue");
        byte[] genuine = Base64.getMimeDecoder().decode(value);
        byte[] zero = new byte[64];
        byte[] halfZero = genuine.clone();
        Arrays.fill(halfZero, 0, 32, (byte) 0);
        byte[] otherHalf = genuine.clone();
        Arrays.fill(otherHalf, 32, 64, (byte) 0);
        for (byte[] bad : List.of(zero, halfZero, otherHalf, new byte[0], new byte[63], new byte[65], new byte[72])) {
            ec.refuses(message.replace(value, Base64.getEncoder().encodeToString(bad)));
        }
        BigInteger order = ((ECPublicKey) p256.publicKey()).getParams().getOrder();
        BigInteger s = new BigInteger(1, Arrays.copyOfRange(genuine, 32, 64));
        byte[] twin = genuine.clone();
        byte[] negated = order.subtract(s).toByteArray();
        Arrays.fill(twin, 32, 64, (byte) 0);
        int n = Math.min(32, negated.length);
        System.arraycopy(negated, negated.length - n, twin, 64 - n, n);
        OpenedMessage again = ec.open(message.replace(value, Base64.getEncoder().encodeToString(twin)));
        assertThat(again.claim()).as("the twin is a replay").isEqualTo(opened.claim());
    }

    @Test
    void attack17KeysThatTheMessageBrings() throws Exception {
        String message = Wss4jSender.signed().text();
        String reference = Xml.element(message, "wsse:SecurityTokenReference");
        String keyValue =
                "<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>";
        for (String keyInfo : new String[] {
            keyValue,
            keyValue + reference,
            reference + keyValue,
            "<ds:KeyName>client</ds:KeyName>",
            "<ds:RetrievalMethod URI=\"#X\"/>",
            "<ds:X509Data><ds:X509Certificate>AQAB</ds:X509Certificate></ds:X509Data>",
            reference.replaceFirst("<wsse:Reference[^>]*/>", "<wsse:Embedded/>"),
            reference.replaceFirst("(<wsse:Reference[^>]*/>)", "$1$1"),
            reference + reference
        }) {
            receiver.refuses(message.replace(reference, keyInfo));
        }
        receiver.refuses(
                Wss4jSender.signed().signerReference(WSConstants.KEY_VALUE).text());
        receiver.refuses(Wss4jSender.signed()
                .signerReference(WSConstants.THUMBPRINT_IDENTIFIER)
                .text());
    }

    @Test
    void attack17SignatureOfAnotherKeyThanTheRegisteredOne() throws Exception {
        TestKey other = TestKey.rsa("other", 2048);
        String genuine = Wss4jSender.signed().text();
        String forged = Wss4jSender.signed().by(other, Wss4jSender.RSA_SHA256).text();
        // The other's signature, with the certificate of the registered sender.
        String swapped = forged.replace(
                Xml.text(forged, "wsse:BinarySecurityToken"), Xml.text(genuine, "wsse:BinarySecurityToken"));
        receiver.refuses(swapped, "not of the sender's key");
        assertThat(new Receiver(crypto).of(other).open(forged).signed()).isNotEmpty();
    }
}
