package org.esbmt.message.security.internal;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.util.Optional;
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
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.message.security.internal.incoming.KeptKeys;
import org.esbmt.message.security.internal.incoming.ReadMessage;
import org.esbmt.message.security.internal.outgoing.MessageWriter;
import org.esbmt.message.security.internal.trust.TokenRequestReader;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** WS-Security by places: streaming, without a tree, and without any lookup by an identifier. */
@Component(service = MessageSecurity.class)
public final class WsSecurity implements MessageSecurity {
    private final OperationsPool pool = new OperationsPool();
    private final KeptKeys keptKeys = new KeptKeys();
    private final Clock clock;
    private final MessageWriter writer;

    @Activate
    public WsSecurity() {
        this(Clock.systemUTC());
    }

    WsSecurity(Clock clock) {
        this.clock = requireNonNull(clock, "clock");
        this.writer = new MessageWriter(pool, clock);
    }

    @Override
    public SecuredMessage read(byte[] message, SecurityProfile profile) throws SecurityRefusedException {
        requireNonNull(message, "message");
        requireNonNull(profile, "profile");
        return ReadMessage.of(message, profile, pool, keptKeys, clock);
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
