package org.esbmt.message.security.internal;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecuredRequest;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.internal.crypto.CryptoProvider;
import org.esbmt.message.security.internal.crypto.NativeProvider;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.message.security.internal.incoming.BearerAssertion;
import org.esbmt.message.security.internal.incoming.KeptKeys;
import org.esbmt.message.security.internal.incoming.ReadMessage;
import org.esbmt.message.security.internal.outgoing.MessageWriter;
import org.esbmt.message.security.internal.trust.TokenRequestReader;
import org.esbmt.tenancy.api.SamlAssertion;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;

/** WS-Security by places: streaming, without a tree, and without any lookup by an identifier. */
@Component(
        service = {MessageSecurity.class, HealthSource.class},
        configurationPid = ProviderSettings.PID)
@Designate(ocd = MessageSecurityConfiguration.class)
public final class WsSecurity implements MessageSecurity, HealthSource {
    private final OperationsPool pool;
    private final ProviderChoice choice;
    private final KeptKeys keptKeys = new KeptKeys();
    private final Clock clock;
    private final MessageWriter writer;

    /** The Java platform does all operations until the native provider is loaded, and if it cannot be. */
    @Activate
    public WsSecurity(MessageSecurityConfiguration configuration) {
        this(Clock.systemUTC(), CryptoProvider.JDK, ProviderSettings.of(configuration.crypto_provider()));
    }

    /** With the Java platform alone. */
    public WsSecurity() {
        this(Clock.systemUTC(), CryptoProvider.JDK);
    }

    /** With a provider that is loaded. */
    public WsSecurity(Clock clock, CryptoProvider provider) {
        this(clock, provider, ProviderSettings.JDK);
    }

    private WsSecurity(Clock clock, CryptoProvider provider, ProviderSettings settings) {
        this.clock = requireNonNull(clock, "clock");
        this.pool = new OperationsPool(provider);
        this.choice = new ProviderChoice(settings, pool, NativeProvider::load);
        this.writer = new MessageWriter(pool, clock);
    }

    @Activate
    void start() {
        choice.start();
    }

    @Deactivate
    void stop() throws InterruptedException {
        choice.stop();
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return List.of();
    }

    /** Tells if the native provider is wanted and cannot be used. */
    @Override
    public List<String> notes() {
        return choice.note().stream().toList();
    }

    @Override
    public SecuredMessage read(byte[] message, SecurityProfile profile) throws SecurityRefusedException {
        requireNonNull(message, "message");
        requireNonNull(profile, "profile");
        return ReadMessage.of(message, profile, pool, keptKeys, clock);
    }

    @Override
    public SamlAssertion readAssertion(byte[] head, int from) throws SecurityRefusedException {
        requireNonNull(head, "head");
        return BearerAssertion.read(head, from);
    }

    @Override
    public SecuredMessage readAnswer(byte[] answer, SecurityProfile profile, byte[] signature)
            throws SecurityRefusedException {
        requireNonNull(answer, "answer");
        requireNonNull(profile, "profile");
        requireNonNull(signature, "signature");
        return ReadMessage.ofAnswer(answer, profile, signature, pool, keptKeys, clock);
    }

    @Override
    public byte[] secure(byte[] message, OutgoingSecurity how) throws SecurityRefusedException {
        return secureRequest(message, how).message();
    }

    @Override
    public SecuredRequest secureRequest(byte[] message, OutgoingSecurity how) throws SecurityRefusedException {
        requireNonNull(message, "message");
        requireNonNull(how, "how");
        return writer.secure(message, how);
    }

    @Override
    public byte[] secure(byte[] answer, Session session, SessionToken token, boolean encrypted)
            throws SecurityRefusedException {
        requireNonNull(answer, "answer");
        requireNonNull(session, "session");
        requireNonNull(token, "token");
        return writer.secure(answer, session, token, encrypted);
    }

    @Override
    public Optional<SessionRequest> sessionRequest(OpenedMessage opened) throws SecurityRefusedException {
        return TokenRequestReader.read(opened.message());
    }
}
