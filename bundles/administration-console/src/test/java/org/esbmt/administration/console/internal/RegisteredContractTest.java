package org.esbmt.administration.console.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AdministratorAccounts.Identity;
import org.esbmt.administration.console.internal.page.Contract;
import org.esbmt.http.api.MessagePort;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;

/** The console on a node without some of the services. */
class RegisteredContractTest {
    private static final Administrator ADA = new Administrator("ada", "console");
    private static final UserId USER = new UserId(new UUID(1, 2));

    @Test
    void aMissingPartIsUnavailableAndTheOthersWork() throws Exception {
        try (RegisteredContract registered = new RegisteredContract(context())) {
            Contract contract = registered.contract();

            assertThat(contract.accounts().whoAmI(ADA).user()).isEqualTo(USER);
            assertThat(contract.messages().listening()).isEmpty();
            assertThatThrownBy(() -> contract.status().status(ADA))
                    .isInstanceOfSatisfying(AdministrationException.class, refusal -> {
                        assertThat(refusal.reason()).isEqualTo(Reason.UNAVAILABLE);
                        assertThat(refusal)
                                .hasMessageContaining("InstallationStatus")
                                .hasMessageContaining("It is for ");
                    });
        }
    }

    @Test
    void eachQueryMayBeUnavailable() {
        List<RecordComponent> parts = List.of(Contract.class.getRecordComponents());
        assertThat(parts).hasSizeGreaterThan(15);
        for (RecordComponent part : parts) {
            for (Method method : part.getType().getMethods()) {
                if (Modifier.isStatic(method.getModifiers()) || part.getType().equals(MessagePort.class)) {
                    continue;
                }
                assertThat(Set.of(method.getExceptionTypes()))
                        .as(method.toString())
                        .contains(AdministrationException.class);
            }
        }
    }

    /** A framework whose only service is that of accounts. */
    private static BundleContext context() {
        ServiceReference<?> reference = proxy(ServiceReference.class, (method, given) -> switch (method) {
            case "hashCode" -> 1;
            case "compareTo" -> 0;
            case "equals" -> true;
            default -> null;
        });
        AdministratorAccounts accounts =
                by -> new Identity(by.login(), Optional.empty(), USER, new TreeSet<>(), new TreeSet<>());
        return proxy(BundleContext.class, (method, given) -> switch (method) {
            case "createFilter" -> FrameworkUtil.createFilter((String) given[0]);
            case "getServiceReferences" ->
                AdministratorAccounts.class.getName().equals(given[0]) ? new ServiceReference<?>[] {reference} : null;
            case "getService" -> accounts;
            case "ungetService" -> true;
            default -> null;
        });
    }

    /** An answer to a call by the name of its method. */
    @FunctionalInterface
    private interface Reaction {
        Object to(String method, Object[] given) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Reaction reaction) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, given) -> reaction.to(method.getName(), given)));
    }
}
