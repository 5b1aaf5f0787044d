package org.esbmt.administration.api.command;

/**
 * One change that an administrator requests. A command is a value. Its only secrets are {@code Password}s and {@code Secret}s, which its
 * author closes after the execution, and the contents of key files. Errors are those of {@link Administration#execute}; the record of a command names its own.
 *
 * @param <R> the result; {@link Done} for a command without a further one
 */
public sealed interface Command<R>
        permits BatchableCommand,
                Batch,
                AccessCredentialCommand,
                AccountCommand,
                ComponentCommand,
                NodeCommand,
                SystemUserCommand,
                UserCertificateCommand,
                TenantKeyCommand,
                TenantPartnerCommand,
                TokenIssuerCommand,
                TenantAuthorityCommand {}
