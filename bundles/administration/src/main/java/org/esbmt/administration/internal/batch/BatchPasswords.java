package org.esbmt.administration.internal.batch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.login.RepeatedPasswords;
import org.esbmt.administration.internal.tenant.CredentialManager;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;

/** Compares the passwords of a repeated batch with those that its first execution set. Any thread that may block. */
final class BatchPasswords {
    private final CredentialManager credentials;
    private final RepeatedPasswords repeated;

    BatchPasswords(CredentialManager credentials, RepeatedPasswords repeated) {
        this.credentials = requireNonNull(credentials, "credentials");
        this.repeated = requireNonNull(repeated, "repeated");
    }

    /** A password that a step has set. */
    private record Setting(int number, PasswordOwner owner, Password password) {}

    /**
     * Compares the passwords that were set, if all of them are still set. The digest of the request does not contain
     * passwords.
     */
    void check(JournaledResult before, Batch batch, List<PreparedStep> ready)
            throws AdministrationException, RegistryException {
        List<Setting> settings = new ArrayList<>();
        for (PreparedStep made : ready) {
            BatchableCommand<?> command = batch.steps().get(made.number() - 1).command();
            if (command instanceof CreateTenant create) {
                settings.add(setting(made, create.administratorLogin(), create.password()));
            } else if (command instanceof AddUser add) {
                settings.add(setting(made, add.login(), add.password()));
            } else if (command instanceof SetPassword other) {
                settings.add(setting(made, other.user(), other.password()));
            } else if (command instanceof ResetDefaultAdmin reset) {
                settings.add(new Setting(
                        made.number(), credentials.administratorNamed(made.tenant(), reset.login()), reset.password()));
            }
        }
        List<StoredCredential> set =
                repeated.stillSet(before, settings.stream().map(Setting::owner).toList());
        for (int i = 0; i < set.size(); i++) {
            try {
                repeated.checkSame(set.get(i), settings.get(i).password());
            } catch (AdministrationException e) {
                throw BatchSteps.numbered(settings.get(i).number(), e);
            }
        }
    }

    private Setting setting(PreparedStep made, String login, Password password)
            throws AdministrationException, RegistryException {
        return setting(made, UserRef.of(login), password);
    }

    private Setting setting(PreparedStep made, UserRef user, Password password)
            throws AdministrationException, RegistryException {
        return new Setting(made.number(), credentials.owner(made.tenant(), user), password);
    }
}
