package org.esbmt.administration.shell.internal.service;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:policy-attach}. */
@Service
@Command(
        scope = "esbmt",
        name = "policy-attach",
        description = "Attaches a policy to a service, or replaces the one of that name.",
        detailedDescription = "A document of WS-Policy in UTF-8 without a document type, of at most 1 MiB.")
public final class PolicyAttach extends ServiceChange {
    @Argument(
            index = 2,
            name = "policy",
            description = "The policy's name: 1 to 100 letters, digits, '_', '.' and '-'.",
            required = true,
            multiValued = false)
    String policy;

    @Argument(
            index = 3,
            name = "file",
            description = "The file of the policy" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    AttachPolicy command(TenantId owner, ServiceId id) throws CommandException {
        return new AttachPolicy(owner, id, policy, Documents.read(session, file));
    }
}
