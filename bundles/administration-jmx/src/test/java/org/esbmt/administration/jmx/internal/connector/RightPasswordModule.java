package org.esbmt.administration.jmx.internal.connector;

import java.io.IOException;
import java.util.Map;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;

/** Accepts every user with the password "right" as an administrator. */
public final class RightPasswordModule implements LoginModule {
    private Subject subject;
    private CallbackHandler handler;
    private String user;

    @Override
    public void initialize(
            Subject loggingIn, CallbackHandler callbacks, Map<String, ?> sharedState, Map<String, ?> options) {
        subject = loggingIn;
        handler = callbacks;
    }

    @Override
    public boolean login() throws LoginException {
        NameCallback name = new NameCallback("name");
        PasswordCallback password = new PasswordCallback("password", false);
        try {
            handler.handle(new Callback[] {name, password});
        } catch (IOException | UnsupportedCallbackException e) {
            throw new FailedLoginException(e.getMessage());
        }
        if (!"right".equals(new String(password.getPassword()))) {
            throw new FailedLoginException("wrong");
        }
        user = name.getName();
        return true;
    }

    @Override
    public boolean commit() {
        subject.getPrincipals().add(new UserPrincipal(user));
        subject.getPrincipals().add(new RolePrincipal("admin"));
        return true;
    }

    @Override
    public boolean abort() {
        return true;
    }

    @Override
    public boolean logout() {
        return true;
    }
}
