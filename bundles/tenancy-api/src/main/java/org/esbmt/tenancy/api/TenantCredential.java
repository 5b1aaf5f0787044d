package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/** A user's password, as read from the message: not yet verified. */
public final class TenantCredential implements SenderProof {
    private final TenantId tenant;
    private final UserId user;
    private final byte[] password;

    /**
     * @param password the password's UTF-8 bytes, 1 to 1,024 of them. They are not copied. An authenticator neither
     * keeps nor changes the array after its answer, and the caller may clear it then
     */
    public TenantCredential(TenantId tenant, UserId user, byte[] password) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.user = requireNonNull(user, "user");
        this.password = requireNonNull(password, "password");
    }

    @Override
    public TenantId tenant() {
        return tenant;
    }

    public UserId user() {
        return user;
    }

    /** The password's UTF-8 bytes, not a copy. */
    public byte[] password() {
        return password;
    }

    @Override
    public void forget() {
        Arrays.fill(password, (byte) 0);
    }

    /** Never shows the password. */
    @Override
    public String toString() {
        return tenant + "/" + user;
    }
}
