package org.esbmt.administration.soap.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.soap.internal.Envelope.security;
import static org.esbmt.administration.soap.internal.Envelope.tenantContext;
import static org.esbmt.administration.soap.internal.Envelope.token;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.esbmt.administration.internal.harness.PublishedServices;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message has one credential, and every other message changes and reveals nothing. */
class CredentialsTest {
    private static final String TENANTS = "TenantRegistryManager";
    private static final String RIGHT = token("ada", PublishedServices.PASSWORD);

    @TempDir
    Path data;

    private SoapBus bus;
    private String acme;
    private String boss;

    @BeforeEach
    void start() throws Exception {
        bus = new SoapBus(data);
        acme = bus.tenant("acme");
        boss = bus.send(TENANTS, Envelope.of("listUsers").with("tenantId", acme).as("acme/boss", SoapBus.PASSWORD))
                .text("userId");
    }

    @AfterEach
    void stop() {
        bus.close();
    }

    private SoapAnswer with(String... blocks) throws Exception {
        Envelope request = Envelope.of("whoAmI");
        for (String block : blocks) {
            request.header(block);
        }
        return bus.send(TENANTS, request);
    }

    private void refused(String code, String... blocks) throws Exception {
        int before = bus.published.calls().size();
        SoapAnswer answer = with(blocks);

        answer.is(500).refuses("NOT_AUTHENTICATED", "");
        assertThat(answer.faultCode()).isEqualTo("wsse:" + code);
        assertThat(bus.published.calls()).hasSize(before);
    }

    @Test
    void aUsernameTokenNamesTheSender() throws Exception {
        assertThat(with(security(RIGHT)).succeeds().text("login")).isEqualTo("ada");
        assertThat(with(security(token("acme/boss", SoapBus.PASSWORD)))
                        .succeeds()
                        .text("login"))
                .isEqualTo("acme/boss");
    }

    @Test
    void aTenantContextNamesTheSender() throws Exception {
        assertThat(with(tenantContext(acme, boss, SoapBus.PASSWORD)).succeeds().text("login"))
                .isEqualTo("acme/boss");
    }

    @Test
    void aMessageHasOneCredential() throws Exception {
        refused("InvalidSecurity");
        refused("InvalidSecurity", security(RIGHT), security(RIGHT));
        refused("InvalidSecurity", security(RIGHT), tenantContext(acme, boss, SoapBus.PASSWORD));
        refused("InvalidSecurity", security(RIGHT + RIGHT));
        refused("InvalidSecurity", security(RIGHT + token("acme/boss", SoapBus.PASSWORD)));
        refused("InvalidSecurity", security(""));
    }

    @Test
    void everyWrongCredentialIsRefusedAlike() throws Exception {
        String wrong = with(security(token("ada", "a wrong password"))).body();
        String unknown = with(security(token("nobody", "a wrong password"))).body();
        String nowhere = with(security(token("nowhere/boss", SoapBus.PASSWORD))).body();
        String noUser = with(tenantContext(acme, UUID.randomUUID().toString(), SoapBus.PASSWORD))
                .body();
        String noTenant = with(tenantContext(UUID.randomUUID().toString(), boss, SoapBus.PASSWORD))
                .body();
        String wrongPassword =
                with(tenantContext(acme, boss, "a wrong password")).body();

        assertThat(wrong).contains("wsse:FailedAuthentication");
        assertThat(new String[] {unknown, nowhere, noUser, noTenant, wrongPassword})
                .containsOnly(wrong);
    }

    @Test
    void anUnknownUserCostsAHashAsAKnownOneDoes() throws Exception {
        with(security(token("ada", "a wrong password")));
        int before = bus.published.bus.hasher.checks.get();
        with(tenantContext(acme, UUID.randomUUID().toString(), SoapBus.PASSWORD));

        assertThat(bus.published.bus.hasher.checks.get()).isEqualTo(before + 1);
    }

    @Test
    void theUsersOfTheInstallationHaveNoTenantContext() throws Exception {
        refused(
                "FailedAuthentication",
                tenantContext(
                        org.esbmt.registry.api.TenantRegistry.SYSTEM.toString(), boss, PublishedServices.PASSWORD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'/>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>%1$s</tenantID><userID>%2$s</userID></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>%1$s</tenantID><tenantID>%1$s</tenantID><userID>%2$s</userID><password>%3$s</password></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>%1$s</tenantID><userID>%2$s</userID><password>%3$s<!-- x --></password></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>%1$s</tenantID><userID>%2$s</userID><password>%3$s</password><token type='JWS'>x</token></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1'><tenantID>1</tenantID><userID>%2$s</userID><password>%3$s</password></TenantContext>",
                "<TenantContext xmlns='urn:esbmt:tenant-context:1' soap:actor='urn:else'><tenantID>%1$s</tenantID><userID>%2$s</userID><password>%3$s</password></TenantContext>"
            })
    void aTenantContextOfAnotherFormIsRefused(String block) throws Exception {
        refused("InvalidSecurity", block.formatted(acme, boss, SoapBus.PASSWORD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<wsse:UsernameToken><wsse:Username>ada</wsse:Username></wsse:UsernameToken>",
                "<wsse:UsernameToken><wsse:Username>ada</wsse:Username><wsse:Password>x</wsse:Password></wsse:UsernameToken>",
                "<wsse:UsernameToken><wsse:Username>ada</wsse:Username><wsse:Password Type='http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordDigest'>x</wsse:Password></wsse:UsernameToken>",
                "<wsse:BinarySecurityToken>x</wsse:BinarySecurityToken>",
                "<xenc:EncryptedKey xmlns:xenc='http://www.w3.org/2001/04/xmlenc#'/>",
                "<saml:Assertion xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'/>"
            })
    void aSecurityBlockOfAnotherFormIsRefused(String children) throws Exception {
        refused("InvalidSecurity", security(children));
        if (!children.contains("UsernameToken")) {
            refused("InvalidSecurity", security(RIGHT + children));
        }
    }

    @Test
    void aCredentialForAnotherReceiverIsRefused() throws Exception {
        refused("InvalidSecurity", security(RIGHT).replace("soap:mustUnderstand='1'", "soap:actor='urn:else'"));
    }

    @Test
    void aTimestampIsOfNow() throws Exception {
        Instant now = Instant.now();
        with(security(timestamp(now, now.plusSeconds(60)) + RIGHT)).succeeds();

        refused("MessageExpired", security(timestamp(now.minusSeconds(600), now.minusSeconds(300)) + RIGHT));
        refused("MessageExpired", security(timestamp(now.minusSeconds(600), now.plusSeconds(600)) + RIGHT));
        refused("MessageExpired", security(timestamp(now.plusSeconds(600), now.plusSeconds(900)) + RIGHT));
        refused("InvalidSecurity", security(timestamp(now, now).repeat(2) + RIGHT));
    }

    private static String timestamp(Instant created, Instant expires) {
        return "<wsu:Timestamp><wsu:Created>" + created.truncatedTo(ChronoUnit.MILLIS) + "</wsu:Created><wsu:Expires>"
                + expires.truncatedTo(ChronoUnit.MILLIS) + "</wsu:Expires></wsu:Timestamp>";
    }

    @Test
    void aNonceIsUsedOnce() throws Exception {
        String token = security(nonce("ada", PublishedServices.PASSWORD, "bm9uY2UtMQ==", Instant.now()));
        with(token).succeeds();

        refused("FailedAuthentication", token);
        with(security(nonce("ada", PublishedServices.PASSWORD, "bm9uY2UtMg==", Instant.now())))
                .succeeds();
        with(security(nonce("acme/boss", SoapBus.PASSWORD, "bm9uY2UtMQ==", Instant.now())))
                .succeeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bm9uY2UtMQ==", "bm9uY2UtMQ", " bm9u\nY2UtMQ== ", "bm9uY2UtMR=="})
    void aNonceIsItsBytes(String form) throws Exception {
        with(security(nonce("ada", PublishedServices.PASSWORD, "bm9uY2UtMQ==", Instant.now())))
                .succeeds();

        refused("FailedAuthentication", security(nonce("ada", PublishedServices.PASSWORD, form, Instant.now())));
    }

    @Test
    void aNonceIsInBase64() throws Exception {
        refused("InvalidSecurity", security(nonce("ada", PublishedServices.PASSWORD, "nonce!", Instant.now())));
    }

    @Test
    void aNonceOfAWrongPasswordIsNotUsedUp() throws Exception {
        refused("FailedAuthentication", security(nonce("ada", "a wrong password", "bm9uY2UtMQ==", Instant.now())));

        with(security(nonce("ada", PublishedServices.PASSWORD, "bm9uY2UtMQ==", Instant.now())))
                .succeeds();
    }

    @Test
    void aNonceIsShort() throws Exception {
        refused(
                "InvalidSecurity",
                security(nonce("ada", PublishedServices.PASSWORD, "bm9uY2Ut".repeat(40), Instant.now())));
    }

    @Test
    void servicesOfOtherBundlesSeeTheClassLoaderOfTheCaller() throws Exception {
        with(security(RIGHT)).succeeds();

        assertThat(bus.seen).isSameAs(bus.outer);
    }

    @Test
    void anOldTokenIsExpired() throws Exception {
        refused(
                "MessageExpired",
                security(nonce(
                        "ada",
                        PublishedServices.PASSWORD,
                        "bm9uY2UtMQ==",
                        Instant.now().minusSeconds(900))));
        refused(
                "InvalidSecurity",
                security(token(
                        "ada",
                        PublishedServices.PASSWORD,
                        "<wsse:Nonce EncodingType='" + BASE_64 + "'>bm9uY2UtMQ==</wsse:Nonce>")));
    }

    private static final String BASE_64 =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";

    private static String nonce(String login, String password, String nonce, Instant created) {
        return token(
                login,
                password,
                "<wsse:Nonce EncodingType='" + BASE_64 + "'>" + nonce + "</wsse:Nonce>",
                "<wsu:Created>" + created.truncatedTo(ChronoUnit.MILLIS) + "</wsu:Created>");
    }

    private static final String NOTE = "<x:note xmlns:x='urn:x' %s>for you</x:note>";

    @Test
    void unknownBlocksMustNotBeUnderstood() throws Exception {
        with(security(RIGHT), NOTE.formatted("")).succeeds();

        SoapAnswer refused = with(security(RIGHT), NOTE.formatted("soap:mustUnderstand='1'"));
        refused.is(500).refuses("INVALID", "mustUnderstand");
        assertThat(refused.faultCode()).isEqualTo("soap:MustUnderstand");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", " 1 ", "&#9;true&#10;", "\n1"})
    void everyFormOfABooleanObliges(String value) throws Exception {
        String block = NOTE.formatted("soap:mustUnderstand='" + value + "'");
        assertThat(with(security(RIGHT), block).faultCode()).isEqualTo("soap:MustUnderstand");
        SoapAnswer refused = bus.send(
                TENANTS, Envelope.of("whoAmI").soap12().header(security(RIGHT)).header(block));
        refused.is(500).refuses("INVALID", "mustUnderstand");
        assertThat(refused.faultCode()).isEqualTo("soap:MustUnderstand");
        assertThat(refused.body()).contains("NotUnderstood xmlns:unknown=\"urn:x\" qname=\"unknown:note\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "false", " 0 ", " false"})
    void noFormOfFalseObliges(String value) throws Exception {
        String block = NOTE.formatted("soap:mustUnderstand='" + value + "'");
        with(security(RIGHT), block).succeeds();
        bus.send(TENANTS, Envelope.of("whoAmI").soap12().header(security(RIGHT)).header(block))
                .succeeds();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yes", "TRUE", "1 1", "2"})
    void anotherValueIsRefused(String value) throws Exception {
        with(security(RIGHT), NOTE.formatted("soap:mustUnderstand='" + value + "'"))
                .refuses("INVALID", "mustUnderstand");
    }

    @Test
    void blocksForOtherReceiversNeedNotBeUnderstood() throws Exception {
        String must = "soap:mustUnderstand='1' ";
        with(security(RIGHT), NOTE.formatted(must + "soap:actor='urn:else'")).succeeds();
        assertThat(with(
                                security(RIGHT),
                                NOTE.formatted(must + "soap:actor='http://schemas.xmlsoap.org/soap/actor/next'"))
                        .faultCode())
                .isEqualTo("soap:MustUnderstand");
        for (String role : new String[] {"none", "other"}) {
            twelve(NOTE.formatted(must + "soap:relay='true' soap:role='" + Envelope.SOAP_12 + "/role/" + role + "'"))
                    .succeeds();
        }
        for (String role : new String[] {"next", "ultimateReceiver"}) {
            assertThat(twelve(NOTE.formatted(
                                    must + "soap:relay=' 1' soap:role='" + Envelope.SOAP_12 + "/role/" + role + "'"))
                            .faultCode())
                    .isEqualTo("soap:MustUnderstand");
        }
        twelve(NOTE.formatted("soap:relay='perhaps'")).refuses("INVALID", "relay");
    }

    private SoapAnswer twelve(String block) throws Exception {
        return bus.send(
                TENANTS, Envelope.of("whoAmI").soap12().header(security(RIGHT)).header(block));
    }

    @Test
    void aCredentialForTheNextReceiverCounts() throws Exception {
        with(security(RIGHT)
                        .replace(
                                "soap:mustUnderstand='1'",
                                "soap:mustUnderstand='true' soap:actor='http://schemas.xmlsoap.org/soap/actor/next'"))
                .succeeds();
    }

    @Test
    void answersGoBackOverTheConnectionOnly() throws Exception {
        String addressing = "<a:%1$s xmlns:a='http://www.w3.org/2005/08/addressing' soap:mustUnderstand='1'>"
                + "<a:Address>%2$s</a:Address></a:%1$s>";
        with(security(RIGHT), addressing.formatted("ReplyTo", "http://www.w3.org/2005/08/addressing/anonymous"))
                .succeeds();
        for (String block : new String[] {"ReplyTo", "FaultTo"}) {
            with(security(RIGHT), addressing.formatted(block, "http://elsewhere.example/"))
                    .refuses("INVALID", "anonymous address");
        }
        with(
                        security(RIGHT),
                        "<a:Action xmlns:a='http://www.w3.org/2005/08/addressing'>urn:esbmt:administration:1:listTenants</a:Action>")
                .refuses("INVALID", "the action");
    }

    @Test
    void aRefusalIsNotLoggedWithItsStack() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            with(security(token("ada", "a wrong password")));
            with();
            bus.send(
                    TENANTS, Envelope.of("findTenant").with("tenant", "nowhere").header(security(RIGHT)));
            assertThat(log.linesWith("\tat ")).isEmpty();
            assertThat(log.linesWith("PhaseInterceptorChain")).isEmpty();
            assertThat(log.linesWith("a wrong password")).isEmpty();
        }
    }
}
