package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Instant;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.testing.saml.SamlDraft;
import org.esbmt.testing.saml.SamlIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Limits and incomplete forms of assertions, each with a good signature. */
class SamlFormsTest {
    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");
    private static final String METHOD = "urn:oasis:names:tc:SAML:2.0:cm:";
    private static final String CONDITIONS_END = "</saml2:Conditions>";

    private static SamlIssuer login;

    private final WsSecurity security = new WsSecurity();

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new SamlIssuer("https://login.example");
    }

    private static SamlDraft draft() throws Exception {
        return login.draft("alice").at(NOW);
    }

    private void refuses(SamlDraft draft, String sentence) throws Exception {
        String message = SamlAssertionsTest.message(draft.sign());
        SecurityRefusedException refused = catchThrowableOfType(
                SecurityRefusedException.class,
                () -> security.readAssertion(message.getBytes(UTF_8), message.indexOf("<saml2:Assertion")));
        assertThat(refused).as(message).isNotNull().hasMessageContaining(sentence);
    }

    private void accepts(SamlDraft draft) throws Exception {
        String message = SamlAssertionsTest.message(draft.sign());
        assertThat(security.readAssertion(message.getBytes(UTF_8), message.indexOf("<saml2:Assertion")))
                .isNotNull();
    }

    @Test
    void anAssertionWithoutIssueInstantIsRefused() throws Exception {
        refuses(draft().edit(" IssueInstant=\"" + NOW + "\"", ""), "lacks its ID or IssueInstant");
    }

    /** As OpenSAML writes it, and so each client of CXF. */
    @Test
    void anAssertionMayNameItsTypeOfTheSchema() throws Exception {
        accepts(typed("saml2:AssertionType"));
        refuses(typed("saml2:StatementAbstractType"), "type that is not accepted");
        refuses(typed("xsi:AssertionType"), "type that is not accepted");
        refuses(typed("AssertionType"), "type that is not accepted");
        refuses(draft().edit(" Version=\"2.0\"", " type=\"saml2:AssertionType\" Version=\"2.0\""), "attribute");
    }

    private static SamlDraft typed(String type) throws Exception {
        return draft().edit(
                        " Version=\"2.0\"",
                        " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"" + type
                                + "\" Version=\"2.0\"");
    }

    @Test
    void audiencesAreLimited() throws Exception {
        String one = "<saml2:Audience>" + SamlIssuer.AUDIENCE + "</saml2:Audience>";
        String restriction = "<saml2:AudienceRestriction>" + one + "</saml2:AudienceRestriction>";
        refuses(draft().edit(CONDITIONS_END, restriction.repeat(4) + CONDITIONS_END), "too many audiences");

        StringBuilder many = new StringBuilder(one);
        for (int i = 0; i < 16; i++) {
            many.append("<saml2:Audience>urn:other:").append(i).append("</saml2:Audience>");
        }
        refuses(draft().edit(one, many.toString()), "too many audiences");
    }

    @Test
    void aHolderWithoutAKeyIsRefused() throws Exception {
        String confirmation = Xml.element(draft().unsigned(), "saml2:SubjectConfirmation");
        refuses(
                draft().edit(
                                confirmation,
                                "<saml2:SubjectConfirmation Method=\"" + METHOD
                                        + "holder-of-key\"></saml2:SubjectConfirmation>"),
                "has no key");
    }

    @Test
    void longValuesAreRefused() throws Exception {
        refuses(draft().edit(">alice<", ">" + "a".repeat(300) + "<"), "value of an assertion is too long");
        refuses(
                draft().edit("NotBefore=\"" + NOW + "\"", "NotBefore=\"" + NOW + " ".repeat(100) + "\""),
                "value of an assertion is too long");
    }
}
