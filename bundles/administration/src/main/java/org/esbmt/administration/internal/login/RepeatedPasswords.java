package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.BUSY;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.IN_DOUBT;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.internal.change.InDoubtProbe;
import org.esbmt.administration.internal.change.JournaledResult;
import org.esbmt.administration.internal.change.PasswordOwner;
import org.esbmt.administration.internal.login.LoginThrottle.Attempt;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.Versioned;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Checks the password of a repeated request for a change that set one. It must be the same, since another would seem to
 * be set. The check compares only with the password of the change itself, which its caller knew. It reveals nothing
 * about a later password. Each comparison counts as an attempt at a password, as a login does.
 */
@Component(service = RepeatedPasswords.class)
public final class RepeatedPasswords {
    private static final String WAY = "again";

    private final DynamicServices services;
    private final BoundedHasher hasher;
    private final LoginThrottle throttle;

    @Activate
    public RepeatedPasswords(
            @Reference DynamicServices services, @Reference BoundedHasher hasher, @Reference LoginThrottle throttle) {
        this.services = requireNonNull(services, "services");
        this.hasher = requireNonNull(hasher, "hasher");
        this.throttle = requireNonNull(throttle, "throttle");
    }

    /**
     * Returns the credentials that the change has set, in the order of the owners.
     *
     * @throws AdministrationException CONFLICT, whatever password is offered, if they are no longer the present ones; IN_DOUBT
     *     if the change may still set them
     */
    public List<StoredCredential> stillSet(JournaledResult before, List<PasswordOwner> owners)
            throws RegistryException, AdministrationException {
        List<StoredCredential> now = new ArrayList<>();
        for (PasswordOwner owner : owners) {
            services.credentials().find(owner.tenant(), owner.user()).ifPresent(now::add);
        }
        Optional<String> set = JournaledResult.digest(
                now.stream().map(StoredCredential::verifier).toList());
        if (now.size() != owners.size() || !set.equals(before.passwords())) {
            checkEnded(before, owners);
            throw new AdministrationException(
                    CONFLICT,
                    "it was done, but a password that it set was changed since, so it cannot be told whether this is"
                            + " the same request: ask under a new identifier");
        }
        return now;
    }

    /** Refuses while the change is in doubt: the journal may have it already when the tenant registry does not. */
    private void checkEnded(JournaledResult before, List<PasswordOwner> owners)
            throws RegistryException, AdministrationException {
        if (before.passwords().isEmpty()) {
            return;
        }
        for (PasswordOwner owner : owners) {
            if (isChanged(owner)) {
                throw new AdministrationException(
                        IN_DOUBT, "it is to be done, and a password that it sets is not set yet");
            }
        }
    }

    /**
     * Tells whether the credential was changed since. Users are never deleted, so an invisible user is one whose
     * addition has not ended.
     */
    private boolean isChanged(PasswordOwner owner) throws RegistryException {
        TenantRegistry tenants = services.tenants();
        Optional<Versioned<TenantUser>> user = tenants.findUser(owner.tenant(), owner.user());
        return user.isEmpty()
                || InDoubtProbe.keeps(
                        services.resources().units(),
                        () -> tenants.removeVerifier(
                                owner.tenant(), owner.user(), user.get().revision()));
    }

    /**
     * Compares the passwords, without a wait, since others wait for the change.
     *
     * @param set a credential from {@link #stillSet}
     * @throws AdministrationException CONFLICT if the password differs; BUSY, without a comparison, after too many
     *     differing ones
     */
    public void checkSame(StoredCredential set, Password offered) throws RegistryException, AdministrationException {
        Attempt attempt = new Attempt(WAY, "", set.tenant() + "/" + set.user());
        if (!throttle.admitAtOnce(attempt)) {
            throw new AdministrationException(
                    BUSY, "too many other passwords came under identifiers of changes that were made; try again later");
        }
        if (!hasher.matches(offered.characters(), set.verifier())) {
            throw new AdministrationException(
                    CONFLICT, "the identifier is of a request that set another password: ask under a new one");
        }
        throttle.succeeded(attempt);
    }

    /** Compares the passwords for a change that set one. */
    public void checkSame(JournaledResult before, PasswordOwner owner, Password offered)
            throws RegistryException, AdministrationException {
        checkSame(stillSet(before, List.of(owner)).get(0), offered);
    }
}
