package org.esbmt.tenancy.authentication.internal;

import java.util.List;
import org.esbmt.registry.api.CredentialReader.Change;

/** A memory of the registry's data, which {@link RegistryWatch} keeps up to date. */
interface Outdatable {

    /** Forgets the data of changed users and tenants. */
    void apply(List<Change> news);

    /** Forgets everything, because any of it may have changed. */
    void forgetAll();

    /** Frees outdated entries; called from time to time. */
    void forgetOld();
}
