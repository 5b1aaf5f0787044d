package org.esbmt.registry.postgresql.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.atomikos.internal.RealTransactions;

/** A registry with a unit of work for each call. The outcome of a call is the same as outside of a unit of work. */
final class EachInAUnitOfWork {
    private EachInAUnitOfWork() {}

    static <T> T of(Class<T> type, T registry) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return RealTransactions.unitOfWork().run(transaction -> method.invoke(registry, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } catch (RolledBackException e) {
                        throw refusedWhenPrepared(e);
                    }
                }));
    }

    /** Outside of a unit of work the commit throws this exception. */
    private static Exception refusedWhenPrepared(RolledBackException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException refusal) {
                return SqlErrors.failed(refusal);
            }
        }
        return e;
    }
}
