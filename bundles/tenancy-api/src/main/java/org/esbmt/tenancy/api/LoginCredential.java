package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/** A user's password under the user's login name, as read from the message: not yet verified. */
public final class LoginCredential implements SenderProof {
    private final TenantId tenant;
    private final String login;
    private final byte[] password;

    /** @param password as that of {@link TenantCredential} */
    public LoginCredential(TenantId tenant, String login, byte[] password) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.login = requireNonNull(login, "login");
        this.password = requireNonNull(password, "password");
    }

    @Override
    public TenantId tenant() {
        return tenant;
    }

    /** The login as written, which need not be one that the registry permits. */
    public String login() {
        return login;
    }

    /** The password's UTF-8 bytes, not a copy. */
    public byte[] password() {
        return password;
    }

    @Override
    public void forget() {
        Arrays.fill(password, (byte) 0);
    }

    /** Shows neither login nor password. */
    @Override
    public String toString() {
        return tenant + "/login";
    }
}
