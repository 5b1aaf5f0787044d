package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.message.security.internal.SamlAssertionsTest.message;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.testing.saml.SamlIssuer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The families of signature wrapping against SAML. Each attack works on a receiver that looks the signed element up by its
 * identifier, and then reads the first assertion.
 */
class SamlWrappingTest {
    private static SamlIssuer login;

    private String signed;
    private String signature;
    private String original;
    private String forged;

    /** The place of the signed assertion and of its signature. */
    enum Family {
        SIGNED_IN_SIGNATURE_OF_FORGED,
        SIGNED_BESIDE_SIGNATURE_IN_FORGED,
        FORGED_IN_FRONT,
        SIGNED_WITHIN_FORGED,
        SIGNED_BEHIND_SECURITY,
        SIGNATURE_AT_THE_END_WITH_SIGNED,
        FORGED_IN_AN_EXTENSION,
        SIGNED_WITHIN_STATEMENT
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new SamlIssuer("https://login.example");
    }

    @BeforeEach
    void makeAssertions() {
        signed = login.draft("alice").sign();
        signature = Xml.element(signed, "ds:Signature");
        original = signed.replace(signature, "");
        forged = original.replace(">alice<", ">mallory<").replaceFirst(" ID=\"[^\"]*\"", " ID=\"_forged\"");
    }

    private String wrapped(Family family) {
        String object = signature.replace("</ds:Signature>", "<ds:Object>" + original + "</ds:Object></ds:Signature>");
        return switch (family) {
            case SIGNED_IN_SIGNATURE_OF_FORGED -> message(behindIssuer(object));
            case SIGNED_BESIDE_SIGNATURE_IN_FORGED -> message(behindIssuer(signature + original));
            case FORGED_IN_FRONT -> message(forged + signed);
            case SIGNED_WITHIN_FORGED -> message(atEnd(signed));
            case SIGNED_BEHIND_SECURITY ->
                message(behindIssuer(signature)).replace("</soap:Header>", original + "</soap:Header>");
            case SIGNATURE_AT_THE_END_WITH_SIGNED -> message(atEnd(object));
            case FORGED_IN_AN_EXTENSION ->
                message("<x:Extensions xmlns:x=\"urn:x\">" + forged + "</x:Extensions>" + signed);
            case SIGNED_WITHIN_STATEMENT ->
                message(behindIssuer(signature).replace("<saml2:AttributeValue", original + "<saml2:AttributeValue"));
        };
    }

    private String behindIssuer(String elements) {
        return forged.replace("</saml2:Issuer>", "</saml2:Issuer>" + elements);
    }

    private String atEnd(String elements) {
        return forged.substring(0, forged.length() - "</saml2:Assertion>".length()) + elements + "</saml2:Assertion>";
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void aWrappedAssertionGainsNothing(Family family) throws Exception {
        String message = wrapped(family);
        assertThat(NaiveVerifier.assertedName(message, login.key().getPublic()))
                .as("the attack is one")
                .contains("mallory");

        int from = message.indexOf("<saml2:Assertion");
        if (family == Family.FORGED_IN_AN_EXTENSION) { // the child of the Security block is the signed one
            from = message.indexOf("<saml2:Assertion", from + 1);
        }
        String used = used(message, from);
        assertThat(used).isEqualTo(family == Family.FORGED_IN_AN_EXTENSION ? "alice" : "refused");
    }

    @ParameterizedTest
    @EnumSource(Family.class)
    void theSameIdentifierGainsNothing(Family family) throws Exception {
        String identifier = Xml.attribute(signed, "saml2:Assertion", "ID");
        String message = wrapped(family).replace("_forged", identifier);
        int from = message.indexOf("<saml2:Assertion");
        assertThat(used(message, from)).isEqualTo("refused");
    }

    private static String used(String message, int from) throws Exception {
        try {
            SamlAssertion read = new WsSecurity().readAssertion(message.getBytes(UTF_8), from);
            return SamlAssertionsTest.verifies(read, login.key().getPublic())
                    ? read.subject().subject()
                    : "refused";
        } catch (SecurityRefusedException e) {
            return "refused";
        }
    }
}
