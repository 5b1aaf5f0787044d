package org.esbmt.http.bc.internal.unit;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.esbmt.http.bc.internal.unit.ProviderSecurity.Secure;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;

/** The attributes of a provider that prove the bus to its back end. Each combination without a meaning is a finding. */
final class ProviderSecurityAttributes {
    /** The names of keys, secrets, partners and authorities. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private static final List<String> ALL = List.of(
            XbeanVocabulary.SECURE,
            XbeanVocabulary.CREDENTIAL,
            XbeanVocabulary.RECIPIENT,
            XbeanVocabulary.EXPECT,
            XbeanVocabulary.PARTNER,
            XbeanVocabulary.TOLERATE,
            XbeanVocabulary.CLIENT_CERTIFICATE,
            XbeanVocabulary.AUTHORITY);

    private final Attributes a;
    private final Secure secure;
    private final Protection expect;
    private final boolean https;
    private final boolean loopback;

    private ProviderSecurityAttributes(Attributes a, boolean soap, Optional<URI> location) {
        this.a = a;
        this.secure = secure(a, soap);
        this.expect = a.protection(XbeanVocabulary.EXPECT).orElse(Protection.NONE);
        this.https =
                location.map(URI::getScheme).filter("https"::equalsIgnoreCase).isPresent();
        this.loopback = location.map(URI::getHost).filter(Loopback::isHost).isPresent();
    }

    /** @param location empty if it has a finding already */
    static ProviderSecurity read(Attributes a, boolean ofTenant, boolean soap, Optional<URI> location) {
        Optional<String> given = ALL.stream().filter(a::has).findFirst();
        if (given.isEmpty()) {
            return ProviderSecurity.NONE;
        }
        if (!ofTenant) {
            a.wrong(given.get(), Rule.VALUE, "is for tenants' endpoints: keys and secrets belong to tenants");
            return ProviderSecurity.NONE;
        }
        ProviderSecurityAttributes read = new ProviderSecurityAttributes(a, soap, location);
        if (location.isPresent()) {
            read.checkTransport();
        }
        read.checkNames();
        return new ProviderSecurity(
                read.secure,
                read.name(XbeanVocabulary.CREDENTIAL),
                read.name(XbeanVocabulary.RECIPIENT),
                read.expect,
                read.name(XbeanVocabulary.PARTNER),
                a.tolerances(),
                read.name(XbeanVocabulary.CLIENT_CERTIFICATE),
                read.name(XbeanVocabulary.AUTHORITY));
    }

    private static Secure secure(Attributes a, boolean soap) {
        Optional<String> text = a.text(XbeanVocabulary.SECURE);
        Optional<Secure> known = Arrays.stream(Secure.values())
                .filter(s -> soap || !s.isInMessage())
                .filter(s -> text.filter(s.toString()::equals).isPresent())
                .findFirst();
        if (text.isPresent() && known.isEmpty()) {
            a.not(
                    XbeanVocabulary.SECURE,
                    Rule.VALUE,
                    soap
                            ? "none, basic, bearer, username-token, signed or signed-encrypted"
                            : "none, basic or bearer; the others are for http:soap-provider");
        }
        return known.orElse(Secure.NONE);
    }

    private void checkTransport() {
        if (secure == Secure.USERNAME_TOKEN && !https && !loopback) {
            a.wrong(XbeanVocabulary.SECURE, Rule.VALUE, "can be username-token only for a back end with https");
        }
        only(XbeanVocabulary.CLIENT_CERTIFICATE, https, "needs a back end with https");
        only(XbeanVocabulary.AUTHORITY, https, "needs a back end with https");
    }

    private void checkNames() {
        if (secure.isSecret() && !a.has(XbeanVocabulary.CREDENTIAL)) {
            a.wrong(
                    XbeanVocabulary.SECURE,
                    Rule.MISSING,
                    "is " + secure + ", which needs the attribute credential: the name of a secret of the tenant");
        }
        only(XbeanVocabulary.CREDENTIAL, secure != Secure.NONE, "needs a secure other than none");
        needs(XbeanVocabulary.SECURE, secure == Secure.SIGNED_ENCRYPTED, XbeanVocabulary.RECIPIENT);
        only(XbeanVocabulary.RECIPIENT, secure == Secure.SIGNED_ENCRYPTED, "needs secure=\"signed-encrypted\"");
        needs(XbeanVocabulary.EXPECT, expect != Protection.NONE, XbeanVocabulary.PARTNER);
        only(XbeanVocabulary.TOLERATE, expect != Protection.NONE, "needs an expect other than none");
        only(XbeanVocabulary.PARTNER, expect != Protection.NONE, "needs an expect other than none");
        if (expect != Protection.NONE && !secure.isSigned()) {
            a.wrong(
                    XbeanVocabulary.EXPECT,
                    Rule.VALUE,
                    "needs secure=\"signed\" or \"signed-encrypted\": an answer confirms the signature of its request");
        }
    }

    private void needs(String attribute, boolean needed, String other) {
        if (needed && !a.has(other)) {
            a.wrong(
                    attribute,
                    Rule.MISSING,
                    "needs the attribute " + other + ": the name of a certificate of a partner");
        }
    }

    private void only(String attribute, boolean permitted, String requirement) {
        if (a.has(attribute) && !permitted) {
            a.wrong(attribute, Rule.VALUE, requirement);
        }
    }

    private Optional<String> name(String attribute) {
        Optional<String> text = a.text(attribute);
        if (text.filter(name -> !NAME.matcher(name).matches()).isPresent()) {
            a.not(attribute, Rule.NAME, "1 to 64 letters, digits, '.', '-' and '_', beginning with a letter or digit");
        }
        return text;
    }
}
