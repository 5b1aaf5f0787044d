package org.esbmt.administration.soap.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.soap.internal.Envelope.token;
import static org.esbmt.administration.soap.internal.SignedEnvelope.addressing;
import static org.esbmt.administration.soap.internal.SignedEnvelope.element;

import java.nio.file.Path;
import java.util.regex.Matcher;
import org.apache.wss4j.dom.WSConstants;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that WSS4J has signed, and what attackers make of them. */
@Timeout(120)
class SignaturesTest {
    private static final String TENANTS = "TenantRegistryManager";
    private static final String[] ADDRESSED = {"Body", "Timestamp", "To", "Action", "MessageID", "ReplyTo"};

    @TempDir
    static Path keys;

    private static SignerKey rsa;
    private static SignerKey sameSubject;
    private static SignerKey elliptic;
    private static SignerKey edwards;
    private static SignerKey expired;

    @TempDir
    Path data;

    private SoapBus bus;

    @BeforeAll
    static void makeKeys() throws Exception {
        rsa = SignerKey.make(keys, "ada", "-keyalg", "RSA", "-keysize", "2048", "-sigalg", "SHA256withRSA");
        sameSubject = SignerKey.make(keys, "ada", "-keyalg", "RSA", "-keysize", "2048", "-sigalg", "SHA256withRSA");
        elliptic = SignerKey.make(keys, "ada", "-keyalg", "EC", "-groupname", "secp256r1");
        edwards = SignerKey.make(keys, "ada", "-keyalg", "Ed25519");
        expired = SignerKey.make(
                keys, "ada", "-keyalg", "EC", "-groupname", "secp256r1", "-startdate", "-30d", "-validity", "29");
    }

    @BeforeEach
    void start() throws Exception {
        bus = new SoapBus(data);
        bus.tenant("acme");
        register(rsa);
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    private String register(SignerKey key) throws Exception {
        return bus.send(
                        TENANTS,
                        Envelope.of("registerCertificate")
                                .with("name", "a test")
                                .with("certificate", key.pem())
                                .with("changes", "true")
                                .as("ada", PublishedServices.PASSWORD))
                .succeeds()
                .text("credentialId");
    }

    private SoapAnswer post(String message) throws Exception {
        return bus.post(TENANTS, "text/xml", message.getBytes(UTF_8));
    }

    private void accepted(String message) throws Exception {
        assertThat(post(message).succeeds().text("login")).isEqualTo("ada");
    }

    /** The refusal has one of the codes, and the message has no effect. */
    private void refused(String message, String... codes) throws Exception {
        int before = bus.published.calls().size();
        SoapAnswer answer = post(message);
        assertThat(answer.status()).as(answer.body()).isEqualTo(500);
        assertThat(answer.faultCode()).as(answer.body()).isIn((Object[]) codes);
        assertThat(bus.published.calls()).hasSize(before);
    }

    private static Envelope whoAmI() {
        return Envelope.of("whoAmI");
    }

    private static String signed() throws Exception {
        return SignedEnvelope.by(rsa).sign(whoAmI());
    }

    private static final String INVALID = "wsse:InvalidSecurity";
    private static final String WRONG = "wsse:FailedCheck";
    private static final String UNKNOWN = "wsse:FailedAuthentication";
    private static final String ALGORITHM = "wsse:UnsupportedAlgorithm";
    private static final String CLIENT = "soap:Client";

    @Test
    void aSignatureNamesTheSender() throws Exception {
        accepted(signed());
        String twelve = SignedEnvelope.by(rsa).sign(whoAmI().soap12());
        assertThat(bus.post(TENANTS, "application/soap+xml", twelve.getBytes(UTF_8))
                        .succeeds()
                        .text("login"))
                .isEqualTo("ada");
    }

    @Test
    void everyPermittedAlgorithmIsAccepted() throws Exception {
        String more = "http://www.w3.org/2001/04/xmldsig-more#";
        String pss = "http://www.w3.org/2007/05/xmldsig-more#";
        for (String method : new String[] {
            more + "rsa-sha256",
            more + "rsa-sha384",
            more + "rsa-sha512",
            pss + "sha256-rsa-MGF1",
            pss + "sha384-rsa-MGF1",
            pss + "sha512-rsa-MGF1"
        }) {
            accepted(SignedEnvelope.by(rsa).method(method).sign(whoAmI()));
        }
        for (String digest : new String[] {more + "sha384", "http://www.w3.org/2001/04/xmlenc#sha512"}) {
            accepted(SignedEnvelope.by(rsa).digest(digest).sign(whoAmI()));
        }
        register(elliptic);
        accepted(SignedEnvelope.by(elliptic).method(more + "ecdsa-sha256").sign(whoAmI()));
        accepted(SignedEnvelope.by(elliptic).method(more + "ecdsa-sha384").sign(whoAmI()));
        register(edwards);
        accepted(SignedEnvelope.by(edwards)
                .method("http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519")
                .sign(whoAmI()));
    }

    @Test
    void addressedMessagesAreSignedWithTheirAddress() throws Exception {
        Envelope message = whoAmI().header(addressing(bus.url(TENANTS), "whoAmI"));
        accepted(SignedEnvelope.by(rsa).parts(ADDRESSED).sign(message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"To", "Action", "MessageID", "ReplyTo", "Timestamp"})
    void anUnsignedElementIsRefused(String left) throws Exception {
        String[] parts = java.util.Arrays.stream(ADDRESSED)
                .filter(part -> !part.equals(left))
                .toArray(String[]::new);
        Envelope message = whoAmI().header(addressing(bus.url(TENANTS), "whoAmI"));
        refused(SignedEnvelope.by(rsa).parts(parts).sign(message), INVALID);
    }

    @Test
    void anUnsignedBodyIsRefused() throws Exception {
        refused(SignedEnvelope.by(rsa).parts("Timestamp").sign(whoAmI()), INVALID);
    }

    @Test
    void aMessageForAnotherAddressIsRefused() throws Exception {
        Envelope message = whoAmI().header(addressing("https://other.example/soap/" + TENANTS, "whoAmI"));
        refused(SignedEnvelope.by(rsa).parts(ADDRESSED).sign(message), CLIENT);
    }

    @Test
    void aMessageCountsOnce() throws Exception {
        String message = signed();
        accepted(message);
        refused(message, UNKNOWN);
        refused(message.replace("</soap:Header>", "<x:more xmlns:x='urn:x'/></soap:Header>"), UNKNOWN);
        accepted(signed());
    }

    /** Others can make a second signature of ECDSA out of the first one, but not of another message. */
    @Test
    void aSecondSignatureOfAMessageIsTheSameMessage() throws Exception {
        register(elliptic);
        String method = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
        String message = SignedEnvelope.by(elliptic).method(method).sign(whoAmI());
        accepted(message);
        String value = element(message, "SignatureValue").replaceAll("<[^>]*>|&#13;|\\s", "");
        byte[] twin = java.util.Base64.getDecoder().decode(value);
        java.math.BigInteger order =
                new java.math.BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
        java.math.BigInteger s =
                order.subtract(new java.math.BigInteger(1, java.util.Arrays.copyOfRange(twin, 32, 64)));
        byte[] bytes = s.toByteArray();
        java.util.Arrays.fill(twin, 32, 64, (byte) 0);
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, twin, 64 - length, length);
        String other = message.replaceFirst(
                "(?s)(<ds:SignatureValue[^>]*>).*?(</ds:SignatureValue>)",
                "$1" + Matcher.quoteReplacement(java.util.Base64.getEncoder().encodeToString(twin)) + "$2");
        assertThat(other).isNotEqualTo(message);
        refused(other, UNKNOWN);
    }

    @Test
    void aSignatureOfALongTimeAgoIsExpired() throws Exception {
        String message = signed();
        String created = element(message, "Created").replaceAll("<[^>]*>", "");
        refused(message.replace(created, "2020-01-01T00:00:00.000Z"), "wsse:MessageExpired", WRONG);
        refused(SignedEnvelope.by(rsa).validSeconds(-1).sign(whoAmI()), "wsse:MessageExpired", INVALID);
        String timestamp = element(message, "Timestamp");
        refused(message.replace(timestamp, ""), INVALID);
        refused(message.replace(element(message, "Created"), ""), INVALID);
    }

    @Test
    void anUnknownCertificateIsNobody() throws Exception {
        refused(SignedEnvelope.by(sameSubject).sign(whoAmI()), UNKNOWN);
    }

    @Test
    void anExpiredCertificateIsNobody() throws Exception {
        String method = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
        refused(SignedEnvelope.by(expired).method(method).sign(whoAmI()), UNKNOWN);
    }

    @Test
    void aRevokedCertificateIsNobody() throws Exception {
        String id = register(elliptic);
        String method = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
        accepted(SignedEnvelope.by(elliptic).method(method).sign(whoAmI()));
        bus.send(
                        TENANTS,
                        Envelope.of("revokeCertificate")
                                .with("credentialId", id)
                                .as("ada", PublishedServices.PASSWORD))
                .succeeds();
        refused(SignedEnvelope.by(elliptic).method(method).sign(whoAmI()), UNKNOWN);
        accepted(signed());
    }

    /** The signature of another key under the registered certificate. */
    @Test
    void theCertificateOfAnotherKeyProvesNothing() throws Exception {
        String message = SignedEnvelope.by(sameSubject).sign(whoAmI());
        String token =
                java.util.Base64.getEncoder().encodeToString(rsa.certificate().getEncoded());
        refused(
                message.replaceFirst(
                        "(?s)(<wsse:BinarySecurityToken[^>]*>).*?(</wsse:BinarySecurityToken>)",
                        "$1" + Matcher.quoteReplacement(token) + "$2"),
                WRONG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
                "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
                "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256",
                "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256",
                "http://www.w3.org/2001/04/xmldsig-more#rsa-md5",
                "http://www.w3.org/2007/05/xmldsig-more#rsa-pss",
                ""
            })
    void anotherAlgorithmIsRefused(String method) throws Exception {
        refused(signed().replace(SignedEnvelope.RSA_SHA256, method), ALGORITHM);
    }

    @Test
    void aSignatureWithTheFirstShaIsRefused() throws Exception {
        refused(
                SignedEnvelope.by(rsa)
                        .method("http://www.w3.org/2000/09/xmldsig#rsa-sha1")
                        .sign(whoAmI()),
                ALGORITHM);
        refused(
                SignedEnvelope.by(rsa)
                        .digest("http://www.w3.org/2000/09/xmldsig#sha1")
                        .sign(whoAmI()),
                ALGORITHM);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                WSConstants.ISSUER_SERIAL,
                WSConstants.X509_KEY_IDENTIFIER,
                WSConstants.SKI_KEY_IDENTIFIER,
                WSConstants.THUMBPRINT_IDENTIFIER,
                WSConstants.KEY_VALUE
            })
    void anotherReferenceToTheKeyIsRefused(int form) throws Exception {
        refused(SignedEnvelope.by(rsa).reference(form).sign(whoAmI()), INVALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://www.w3.org/TR/1999/REC-xslt-19991116",
                "http://www.w3.org/TR/1999/REC-xpath-19991116",
                "http://www.w3.org/2002/06/xmldsig-filter2",
                "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
                "http://www.w3.org/2000/09/xmldsig#base64",
                "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
                "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
                "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform"
            })
    void anotherTransformIsRefused(String uri) throws Exception {
        String message = signed();
        refused(
                message.replaceFirst("(<ds:Transform Algorithm=\")[^\"]*", "$1" + Matcher.quoteReplacement(uri)),
                ALGORITHM);
        refused(
                message.replaceFirst(
                        "(<ds:CanonicalizationMethod Algorithm=\")[^\"]*", "$1" + Matcher.quoteReplacement(uri)),
                ALGORITHM);
        refused(
                message.replaceFirst("<ds:Transforms>", "<ds:Transforms><ds:Transform Algorithm=\"" + uri + "\"/>"),
                INVALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://127.0.0.1:1/x", "file:///etc/hostname", "", "#", "cid:a@test", "#xpointer(/)", "x#y"})
    void anExternalReferenceIsRefused(String uri) throws Exception {
        refused(
                signed().replaceFirst("(<ds:Reference URI=\")[^\"]*", "$1" + Matcher.quoteReplacement(uri)),
                INVALID,
                WRONG);
    }

    @Test
    void aRetrievalMethodIsRefused() throws Exception {
        String message = signed();
        String retrieval = "<ds:RetrievalMethod URI=\"http://127.0.0.1:1/x\"/>";
        refused(message.replace("</ds:KeyInfo>", retrieval + "</ds:KeyInfo>"), INVALID);
        refused(message.replace(element(message, "SecurityTokenReference"), retrieval), INVALID);
        refused(message.replace("</ds:Signature>", "<ds:Object>x</ds:Object></ds:Signature>"), INVALID);
        refused(message.replace("</ds:Signature>", "<ds:Manifest/></ds:Signature>"), INVALID);
    }

    @Test
    void manyReferencesAreRefused() throws Exception {
        String message = signed();
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            many.append("<ds:Reference URI=\"#x")
                    .append(i)
                    .append("\"><ds:Transforms><ds:Transform Algorithm=\"")
                    .append(WSConstants.C14N_EXCL_OMIT_COMMENTS)
                    .append("\"/></ds:Transforms><ds:DigestMethod"
                            + " Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/>")
                    .append("<ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>");
        }
        refused(message.replace("</ds:SignedInfo>", many + "</ds:SignedInfo>"), INVALID);
        String huge = message.replace("</ds:SignedInfo>", many.toString().repeat(20) + "</ds:SignedInfo>");
        assertThat(post(huge).body()).contains("more than 32768 bytes before its Body");
    }

    @Test
    void aDocumentTypeIsRefused() throws Exception {
        refused("<!DOCTYPE x [<!ENTITY e 'x'>]>" + signed(), CLIENT);
        refused("<!DOCTYPE x [<!ATTLIST y wsu:Id ID #IMPLIED>]>" + signed(), CLIENT);
    }

    @Test
    void aMessageHasOneProof() throws Exception {
        String message = signed();
        String password = token("ada", PublishedServices.PASSWORD);
        String second = "<wsse:Security xmlns:wsse='" + Envelope.WSSE + "'>" + password + "</wsse:Security>";
        refused(message.replace("</wsse:Security>", password + "</wsse:Security>"), INVALID);
        refused(message.replace("</soap:Header>", second + "</soap:Header>"), INVALID);
        refused(message.replace("</soap:Header>", Envelope.tenantContext("x", "y", "z") + "</soap:Header>"), INVALID);
        refused(message.replace("</wsse:Security>", element(message, "Signature") + "</wsse:Security>"), INVALID);
        refused(
                message.replace("</wsse:Security>", element(message, "BinarySecurityToken") + "</wsse:Security>"),
                INVALID);
    }

    @Test
    void aChangedMessageIsRefused() throws Exception {
        Envelope message = Envelope.of("suspendTenant").with("tenantId", "11111111-1111-1111-1111-111111111111");
        refused(SignedEnvelope.by(rsa).sign(message).replace("11111111-1111", "22222222-1111"), WRONG);
        refused(SignedEnvelope.by(rsa).sign(message).replace("suspendTenant", "resumeTenant"), WRONG);
        refused(signed().replaceFirst("<soap:Body ", "<soap:Body x=\"y\" "), WRONG);
        String value = element(signed(), "SignatureValue");
        String fresh = signed();
        refused(fresh.replace(element(fresh, "SignatureValue"), value), WRONG);
        refused(fresh.replaceFirst("(<ds:SignatureValue[^>]*>)[^<]*", "$1AAAA"), WRONG);
        refused(fresh.replaceFirst("(<ds:SignatureValue[^>]*>)[^<]*", "$1!"), INVALID);
        accepted(fresh);
    }

    /** The wrappings of McIntosh and Austel: the signed element elsewhere, another one at its place. */
    @ParameterizedTest
    @ValueSource(strings = {"</soap:Header>", "</wsse:Security>", "</ds:Signature>", "</wsu:Timestamp>"})
    void aWrappedBodyIsRefused(String place) throws Exception {
        for (boolean renamed : new boolean[] {false, true}) {
            for (String attribute : new String[] {"wsu:Id", "Id", "ID", "xml:id", "soap:Id"}) {
                String message = signed();
                String body = element(message, "Body");
                String wrapped = renamed
                        ? body.replace("soap:Body", "x:Body").replace("<x:Body", "<x:Body xmlns:x='urn:x'")
                        : body;
                String evil = "<soap:Body xmlns:wsu='" + Envelope.WSU + "' " + attribute + "='" + identifier(body)
                        + "'>" + EVIL + "</soap:Body>";
                refused(
                        message.replace(body, evil)
                                .replace(place, "<w:w xmlns:w='urn:w'>" + wrapped + "</w:w>" + place),
                        INVALID,
                        WRONG,
                        CLIENT);
            }
        }
    }

    private static final String EVIL = "<listTenants xmlns='" + Envelope.ADM + "'/>";

    private static String identifier(String element) {
        return element.replaceAll("(?s)^[^>]*wsu:Id=\"([^\"]*)\".*", "$1");
    }

    /** The signed Body inside of another one, behind it, before it, and changed. */
    @Test
    void anotherBodyIsRefused() throws Exception {
        String other = "<soap:Body>" + EVIL + "</soap:Body>";
        String message = signed();
        String body = element(message, "Body");
        refused(message.replace(body, "<soap:Body>" + EVIL + body + "</soap:Body>"), CLIENT, WRONG);
        message = signed();
        body = element(message, "Body");
        refused(message.replace(body, body + other), CLIENT, WRONG);
        message = signed();
        body = element(message, "Body");
        refused(message.replace(body, other + body), CLIENT, WRONG);
        message = signed();
        refused(message.replace("</soap:Body>", EVIL + "</soap:Body>"), CLIENT, WRONG);
        message = signed();
        refused(message.replaceFirst("<whoAmI[^>]*>", EVIL).replace("</whoAmI>", ""), WRONG);
        message = signed();
        body = element(message, "Body");
        refused(message.replace(body, other), WRONG);
    }

    @Test
    void aBodyWithAnotherAttributeForItsIdentifierIsRefused() throws Exception {
        for (String attribute : new String[] {"Id", "ID", "id", "xml:id", "x:Id"}) {
            String message = signed();
            String start = element(message, "Body").split(">", 2)[0];
            refused(
                    message.replace(
                            start,
                            start.replace("wsu:Id", attribute)
                                    + (attribute.startsWith("x:") ? " xmlns:x='urn:x'" : "")),
                    WRONG);
        }
    }

    @Test
    void aWrappedTimestampIsRefused() throws Exception {
        String message = declared(signed());
        String timestamp = element(message, "Timestamp");
        String fresh = timestamp.replaceAll("wsu:Id=\"[^\"]*\"", "wsu:Id=\"other\"");
        String wrapper = "<w:w xmlns:w='urn:w'>" + timestamp + "</w:w>";
        refused(message.replace(timestamp, fresh + wrapper), INVALID);
        refused(message.replace(timestamp, timestamp + timestamp), INVALID);
        refused(message.replace(timestamp, fresh).replace("</soap:Header>", wrapper + "</soap:Header>"), INVALID);
        refused(
                message.replace(timestamp, fresh).replace("</soap:Header>", timestamp + "</soap:Header>"),
                INVALID,
                WRONG);
    }

    @Test
    void aWrappedReceiverIsRefused() throws Exception {
        Envelope addressed = whoAmI().header(addressing("https://other.example/soap", "whoAmI"));
        String message = SignedEnvelope.by(rsa).parts(ADDRESSED).sign(addressed);
        String to = element(message, "To");
        String here = "<a:To xmlns:a='" + SignedEnvelope.WSA + "'>" + bus.url(TENANTS) + "</a:To>";
        refused(message.replace(to, here + "<w:w xmlns:w='urn:w'>" + to + "</w:w>"), INVALID);
        refused(message.replace(to, here + to), CLIENT, INVALID);
        refused(message.replace(to, "<w:w xmlns:w='urn:w'>" + to + "</w:w>"), INVALID);
    }

    @Test
    void twoElementsWithOneIdentifierAreRefused() throws Exception {
        String message = signed();
        String timestamp = element(message, "Timestamp").replaceAll("(?s).*?wsu:Id=\"([^\"]*)\".*", "$1");
        String block = "<x:n xmlns:x='urn:x' xmlns:wsu='" + Envelope.WSU + "' wsu:Id='" + timestamp + "'/>";
        refused(message.replace("</soap:Header>", block + "</soap:Header>"), INVALID);
    }

    /** Prefixes on the Header change nothing of an exclusive canonical form. */
    private static String declared(String message) {
        return message.replace(
                "<soap:Header>", "<soap:Header xmlns:wsse='" + Envelope.WSSE + "' xmlns:wsu='" + Envelope.WSU + "'>");
    }

    @Test
    void prefixesElsewhereDoNotMatter() throws Exception {
        accepted(declared(signed()));
    }

    @Test
    void aSignatureOutsideOfItsBlockIsNone() throws Exception {
        String message = declared(signed());
        String signature = element(message, "Signature");
        refused(message.replace(signature, "<w:w xmlns:w='urn:w'>" + signature + "</w:w>"), INVALID);
        refused(message.replace(signature, "").replace("</soap:Header>", signature + "</soap:Header>"), INVALID);
    }

    // ---- archives

    private Envelope deploy(String tenantId) {
        return Envelope.of("deployAssembly").with("tenantId", tenantId);
    }

    @Test
    void aSignedArchiveIsAPartOfTheMessage() throws Exception {
        bus.send(
                        TENANTS,
                        Envelope.of("registerCertificate")
                                .with("name", "a test")
                                .with("certificate", elliptic.pem())
                                .with("changes", "true")
                                .as("acme/boss", SoapBus.PASSWORD))
                .succeeds();
        String acme = bus.send(
                        TENANTS,
                        Envelope.of("findTenant").with("tenant", "acme").as("ada", PublishedServices.PASSWORD))
                .text("tenantId");
        for (String archive : new String[] {"orders", "x".repeat(2_000_000)}) {
            Envelope.Multipart other = multipart(acme, archive)
                    .part("a@test", archive.replace("r", "s").replace("x", "y"));
            bus.post("ServiceAssemblyManager", other.contentType(), other.bytes())
                    .refuses("NOT_AUTHENTICATED", "signature");
            Envelope.Multipart right = multipart(acme, archive).part("a@test", archive);
            SoapAnswer answer = bus.post("ServiceAssemblyManager", right.contentType(), right.bytes());
            assertThat(answer.body())
                    .as("the fake deployer refuses a long name")
                    .doesNotContain("NOT_AUTHENTICATED");
        }
        assertThat(bus.published.bus.deployer.assemblies()).isNotEmpty();
        assertThat(data.resolve("parts")).isEmptyDirectory();
    }

    /** Signed with the archive in the Body, and sent with an Include in its place. */
    private Envelope.Multipart multipart(String acme, String archive) throws Exception {
        String bytes = java.util.Base64.getEncoder().encodeToString(archive.getBytes(UTF_8));
        String message = SignedEnvelope.by(elliptic)
                .method("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256")
                .sign(deploy(acme).raw("<archive>" + bytes + "</archive>"));
        return Envelope.raw11(message.replace(bytes, Envelope.include("cid:a@test")));
    }

    @Test
    void aSignatureOfAnIncludeIsNoneOfThePart() throws Exception {
        String acme = bus.send(
                        TENANTS,
                        Envelope.of("findTenant").with("tenant", "acme").as("ada", PublishedServices.PASSWORD))
                .text("tenantId");
        String message = SignedEnvelope.by(rsa)
                .sign(deploy(acme).raw("<archive>" + Envelope.include("cid:a@test") + "</archive>"));
        Envelope.Multipart multipart = Envelope.raw11(message).part("a@test", "orders");
        bus.post("ServiceAssemblyManager", multipart.contentType(), multipart.bytes())
                .refuses("NOT_AUTHENTICATED", "signature");
    }
}
