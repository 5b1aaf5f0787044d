package org.esbmt.administration.shell.internal.service;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:policy-detach}. */
@Service
@Command(scope = "esbmt", name = "policy-detach", description = "Takes a policy off a service.")
public final class PolicyDetach extends ServiceChange {
    @Argument(
            index = 2,
            name = "policy",
            description = "The policy's name: 1 to 100 letters, digits, '_', '.' and '-'.",
            required = true,
            multiValued = false)
    String policy;

    @Override
    DetachPolicy command(TenantId owner, ServiceId id) {
        return new DetachPolicy(owner, id, policy);
    }
}
