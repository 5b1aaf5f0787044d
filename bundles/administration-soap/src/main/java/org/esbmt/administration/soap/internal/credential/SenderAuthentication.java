package org.esbmt.administration.soap.internal.credential;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.administration.api.AccessCredentialLogin;
import org.esbmt.administration.api.AccessCredentialLogin.Owner;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.http.api.Exchange;
import org.esbmt.administration.http.api.PasswordLogin;
import org.esbmt.administration.soap.internal.envelope.AddressingBlocks;
import org.esbmt.administration.soap.internal.envelope.Preamble;
import org.esbmt.administration.soap.internal.envelope.TargetedBlocks;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.ContextLoader;
import org.w3c.dom.Element;

/** Finds the sender of a message by its one credential. Threads: any that may block. */
public final class SenderAuthentication {
    private static final Set<QName> BLOCKS = Set.of(UsernameTokenBlock.NAME, TenantContextBlock.NAME);

    /** The header blocks that have a meaning to the API. */
    public static final Set<QName> UNDERSTOOD =
            Stream.concat(BLOCKS.stream(), AddressingBlocks.BLOCKS.stream()).collect(Collectors.toUnmodifiableSet());

    /** The name of this adapter, as of {@link Administrator#adapter}. */
    public static final String WAY = "soap";

    private static final int MAX_LOGIN = 256;

    private final PasswordLogin passwords;
    private final LoginNames logins;
    private final AccessCredentialLogin certificates;
    private final Nonces nonces = remembered();
    /** The signed messages of this node, by certificate. */
    private final Nonces signatures = remembered();

    public SenderAuthentication(PasswordLogin passwords, LoginNames logins, AccessCredentialLogin certificates) {
        this.passwords = requireNonNull(passwords, "passwords");
        this.logins = requireNonNull(logins, "logins");
        this.certificates = requireNonNull(certificates, "certificates");
    }

    private static Nonces remembered() {
        return new Nonces(System::nanoTime, TimeUnit.SECONDS.toNanos(2L * WssEngine.MAX_AGE_SECONDS));
    }

    /**
     * Authenticates the sender.
     *
     * @param preamble the beginning of the message
     * @param address of the service; a signed message for another one is refused
     * @param outer the context class loader for services of other bundles; null for none
     * @throws Refusal if the message has a block that must be understood and is not, no credential or several ones, or if the credential is not valid
     */
    public Sender authenticate(Preamble preamble, String address, Exchange exchange, ClassLoader outer) throws Refusal {
        TargetedBlocks.check(preamble.blocks(), UNDERSTOOD, preamble.version());
        List<Element> credentials = preamble.blocks().stream()
                .filter(block -> BLOCKS.contains(Blocks.name(block)))
                .toList();
        if (credentials.size() != 1) {
            throw Refusal.invalidSecurity("a message has one credential: a Security block with a UsernameToken or a"
                    + " signature, or a TenantContext block");
        }
        Element block = credentials.get(0);
        Blocks.refuseOtherTarget(block, preamble.version());
        if (Blocks.name(block).equals(UsernameTokenBlock.NAME) && SignatureBlock.isSigned(block)) {
            AddressingBlocks.checkReceiver(preamble.blocks(), address);
            SignatureBlock signature = SignatureBlock.read(block, preamble);
            return new Sender(admitted(signature, exchange, outer), Optional.of(signature.body()));
        }
        try (Credential credential = credential(block, outer)) {
            return new Sender(admitted(credential, exchange, outer), Optional.empty());
        }
    }

    private Administrator admitted(SignatureBlock signature, Exchange exchange, ClassLoader outer) throws Refusal {
        ClassLoader own = ContextLoader.use(outer);
        Optional<Owner> owner;
        try {
            owner = certificates.byCertificate(
                    new OperatorLogin.Origin(WAY, exchange.source()), signature.certificate());
        } catch (AdministrationException e) {
            throw Refusal.of(e);
        } finally {
            ContextLoader.use(own);
        }
        // After the look-up, so that only registered certificates fill the memory.
        if (owner.isEmpty() || !signatures.use(owner.get().credential().toString(), signature.message())) {
            throw Refusal.notAuthenticated();
        }
        return owner.get().administrator(WAY);
    }

    private Credential credential(Element block, ClassLoader outer) throws Refusal {
        LoginNames names = (tenant, user) -> ContextLoader.under(outer, () -> logins.find(tenant, user));
        return Blocks.name(block).equals(TenantContextBlock.NAME)
                ? TenantContextBlock.read(block, names)
                : UsernameTokenBlock.read(block);
    }

    private Administrator admitted(Credential credential, Exchange exchange, ClassLoader outer) throws Refusal {
        String login = credential.login();
        if (login.isBlank() || login.length() > MAX_LOGIN) {
            throw Refusal.notAuthenticated(); // this is no login, so its duration reveals nothing
        }
        Administrator by = ContextLoader.under(
                        outer, () -> passwords.logIn(WAY, exchange, login, credential.password()))
                .orElseThrow(Refusal::notAuthenticated);
        // After the password, so that nobody fills the memory without one.
        if (credential.nonce().isPresent()
                && !nonces.use(login, credential.nonce().get())) {
            throw Refusal.notAuthenticated();
        }
        return by;
    }
}
