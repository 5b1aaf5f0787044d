package org.esbmt.http.bc.internal.endpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import javax.jbi.messaging.MessageExchange;
import javax.xml.transform.Source;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.backend.BackEnd;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.backend.CertifiedBackEnd;
import org.esbmt.http.bc.internal.backend.TenantTls;
import org.esbmt.http.bc.internal.endpoint.OutboundKeys.NoCredentialException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.unit.ProviderDefinition;
import org.esbmt.http.bc.internal.unit.ProviderSecurity;
import org.esbmt.http.bc.internal.unit.ProviderSecurity.Secure;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.message.security.api.BackEndSecret;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.SecuredRequest;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.TenantKeysUnavailableException;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SecretKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a tenant's provider that proves the tenant to its back end, and protects the messages. Keys and secrets are
 * looked up for each message. Without them the message does not leave. It has final fields only.
 */
final class SecuredProvider implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SecuredProvider.class);

    private final ProviderSecurity security;
    private final String host;
    private final int port;
    private final OutboundKeys keys;
    private final SecurityProfile profile;
    private final CertifiedBackEnd certified;
    private final LogAllowance lines = new LogAllowance();

    /** @param certified null for an endpoint without a client certificate or authority */
    SecuredProvider(ProviderDefinition definition, OutboundKeys keys, CertifiedBackEnd certified) {
        URI location = definition.location();
        boolean https = location.getScheme().equalsIgnoreCase("https");
        this.security = definition.security();
        this.profile = SecurityProfile.STRICT.tolerating(security.tolerate());
        this.host = location.getHost().toLowerCase(Locale.ROOT);
        this.port = location.getPort() >= 0 ? location.getPort() : https ? 443 : 80;
        this.keys = requireNonNull(keys, "keys");
        this.certified = certified;
    }

    ProviderSecurity definition() {
        return security;
    }

    OutboundKeys keys() {
        return keys;
    }

    /** The acceptance of answers. */
    SecurityProfile profile() {
        return profile;
    }

    /** Receives a new request; thread-safe. */
    void request(ProviderEndpoint endpoint, MessageExchange exchange, Headers headers, Source content) {
        LoopState loop = content instanceof HttpBody body ? body.loop() : endpoint.loop();
        Outbound message = new Outbound(endpoint, exchange, AuthorizationField.removed(headers), content, loop);
        try {
            Optional<KeySet> known = keys.known();
            if (known.isPresent()) {
                message.send(known.get());
            } else {
                keys.all().whenComplete((read, failure) -> loop.loop().execute(() -> {
                    if (failure == null) {
                        message.send(read);
                    } else {
                        message.fail(failure);
                    }
                }));
            }
        } catch (OverloadedException e) {
            message.fail(e);
        }
    }

    /** Tells the operator about a message or answer that does not go on. */
    void warn(String event, String reason) {
        String end = reason.endsWith(".") ? "" : ".";
        lines.warn(
                LOG,
                () -> event + " the back end " + host + ":" + port + " of tenant " + keys.tenant() + ": " + reason
                        + end);
    }

    @Override
    public void close() {
        if (certified != null) {
            certified.close();
        }
    }

    /** One message on its way to the back end. */
    private final class Outbound implements SourceWriter.Rewriting {
        private final ProviderEndpoint endpoint;
        private final MessageExchange exchange;
        private final Headers headers;
        private final Source content;
        private final LoopState loop;
        /** Set on the thread that secures the message, before its call is made. */
        private byte[] signature;

        Outbound(ProviderEndpoint endpoint, MessageExchange exchange, Headers headers, Source content, LoopState loop) {
            this.endpoint = endpoint;
            this.exchange = exchange;
            this.headers = headers;
            this.content = content;
            this.loop = loop;
        }

        void send(KeySet set) {
            try {
                byte[] head = head(set);
                if (certified == null) {
                    send(set, head, endpoint.backEnd());
                    return;
                }
                TenantTls tls = tls(set);
                Optional<BackEnd> known = certified.known(tls);
                if (known.isPresent()) {
                    send(set, head, known.get());
                } else {
                    certified.with(tls).whenComplete((backEnd, failure) -> loop.loop()
                            .execute(() -> {
                                if (failure == null) {
                                    send(set, head, backEnd);
                                } else {
                                    fail(failure);
                                }
                            }));
                }
            } catch (NoCredentialException | RuntimeException e) {
                fail(e);
            }
        }

        private void send(KeySet set, byte[] head, BackEnd backEnd) {
            try {
                if (!security.secure().isInMessage()) {
                    pass(head, backEnd);
                    return;
                }
                if (content == null) {
                    throw new BackEndException(FaultCode.MESSAGE_REFUSED, "there is no message to secure");
                }
                if (content instanceof HttpBody body && body.length() > most()) {
                    throw new SourceWriter.TooLargeException(most());
                }
                protection(set); // without keys the message is not read
                write(this, head, backEnd);
            } catch (NoCredentialException | BackEndException | RuntimeException e) {
                fail(e);
            }
        }

        private byte[] head(KeySet set) throws NoCredentialException {
            byte[] head = endpoint.requestHead();
            return switch (security.secure()) {
                case BASIC -> AuthorizationField.basic(head, secret(set, SecretKind.PASSWORD));
                case BEARER -> AuthorizationField.bearer(head, secret(set, SecretKind.BEARER));
                default -> head;
            };
        }

        private BackEndSecret secret(KeySet set, SecretKind kind) throws NoCredentialException {
            return keys.secret(set, security.credential().orElseThrow(), kind, host, port);
        }

        private TenantTls tls(KeySet set) throws NoCredentialException {
            Optional<OwnKey> key = security.clientCertificate().isEmpty()
                    ? Optional.empty()
                    : Optional.of(keys.key(set, security.clientCertificate(), KeyPurpose.TLS));
            Optional<X509Certificate> authority = security.authority().isEmpty()
                    ? Optional.empty()
                    : Optional.of(keys.authority(set, security.authority().get()));
            return new TenantTls(key, authority);
        }

        private OutgoingSecurity protection(KeySet set) throws NoCredentialException {
            if (security.secure() == Secure.USERNAME_TOKEN) {
                BackEndSecret secret = secret(set, SecretKind.PASSWORD);
                byte[] password = secret.value();
                OutgoingSecurity named =
                        OutgoingSecurity.named(AuthorizationField.user(secret), new String(password, UTF_8));
                Arrays.fill(password, (byte) 0);
                return named;
            }
            OwnKey key = keys.key(set, security.credential(), KeyPurpose.SIGN);
            OutgoingSecurity.Signer signer = new OutgoingSecurity.Signer(key.key(), key.certificate());
            return security.recipient().isEmpty()
                    ? new OutgoingSecurity(Optional.of(signer), Optional.empty(), false)
                    : new OutgoingSecurity(
                            Optional.of(signer),
                            Optional.of(keys.partner(set, security.recipient().get())),
                            true);
        }

        private void pass(byte[] head, BackEnd backEnd) {
            if (content instanceof HttpBody body) {
                call(head, backEnd, body);
            } else if (content == null) {
                HttpBody empty = HttpBody.whole(loop);
                empty.end();
                call(head, backEnd, empty);
            } else if (content instanceof BytesSource bytes) {
                call(head, backEnd, HttpBody.of(bytes, loop));
            } else {
                write(SourceWriter.Rewriting.NONE, head, backEnd);
            }
        }

        private void write(SourceWriter.Rewriting rewriting, byte[] head, BackEnd backEnd) {
            endpoint.sources()
                    .write(
                            backEnd.owner(),
                            content,
                            rewriting,
                            loop,
                            endpoint.readNanos(),
                            body -> call(head, backEnd, body),
                            this::fail);
        }

        @Override
        public int most() {
            return MessageProtection.MOST_BYTES;
        }

        @Override
        public byte[] of(byte[] whole)
                throws NoCredentialException, SecurityRefusedException, InterruptedException, TimeoutException {
            try {
                // The message may have come slowly, and a key or partner may be revoked since then.
                OutgoingSecurity how = protection(keys.awaited());
                SecuredRequest request = keys.services().security().secureRequest(whole, how);
                signature = request.signature().orElse(null);
                return request.message();
            } catch (IllegalArgumentException e) {
                throw new NoCredentialException("it cannot be secured: " + e.getMessage());
            }
        }

        private void call(byte[] head, BackEnd backEnd, HttpBody body) {
            ProviderExchange call = security.expect() == Protection.NONE
                    ? new ProviderExchange(endpoint, exchange, head, headers, body)
                    : new VerifiedExchange(endpoint, SecuredProvider.this, exchange, head, headers, body, signature);
            ProviderEndpoint.call(backEnd, call, body);
        }

        /** Ends the exchange. The sender does not learn the reason, unless it is the message itself. */
        void fail(Throwable reported) {
            Throwable cause = reported instanceof CompletionException && reported.getCause() != null
                    ? reported.getCause()
                    : reported;
            if (cause instanceof NoCredentialException) {
                warn("A message does not leave for", cause.getMessage());
                end(FaultCode.BACKEND_UNAVAILABLE, "a credential is missing");
            } else if (cause instanceof SecurityRefusedException refused) {
                warn("A message cannot be secured for", refused.getMessage());
                end(FaultCode.MESSAGE_REFUSED, "it cannot be secured");
            } else if (cause instanceof SourceWriter.TooLargeException large) {
                warn("A message cannot be secured for", large.getMessage());
                end(FaultCode.LIMIT_EXCEEDED, large.getMessage());
            } else if (cause instanceof TenantKeysUnavailableException) {
                warn("A message does not leave for", cause.getMessage());
                end(FaultCode.OVERLOADED, "the keys cannot be read");
            } else {
                endpoint.notWritten(exchange, cause);
            }
        }

        private void end(FaultCode code, String reason) {
            ProviderExchange.fail(endpoint, exchange, new BackEndException(code, reason));
        }
    }
}
