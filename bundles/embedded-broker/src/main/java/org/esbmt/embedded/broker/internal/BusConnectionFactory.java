package org.esbmt.embedded.broker.internal;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;

/**
 * A constant object across changes of the broker: each connection goes to the first address that answers at that time.
 */
final class BusConnectionFactory implements ConnectionFactory, XAConnectionFactory {

    /** The source of the current broker addresses. */
    interface Source {

        /**
         * The factories to try.
         *
         * @throws JMSException if there is no broker to connect to
         */
        Clients clients() throws JMSException;
    }

    private interface Call<F, T> {
        T on(F factory) throws JMSException;
    }

    private final Source source;

    BusConnectionFactory(Source source) {
        this.source = source;
    }

    @Override
    public Connection createConnection() throws JMSException {
        return plain(ActiveMQConnectionFactory::createConnection);
    }

    @Override
    public Connection createConnection(String user, String password) throws JMSException {
        return plain(factory -> factory.createConnection(user, password));
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return xa(XAConnectionFactory::createXAConnection);
    }

    @Override
    public XAConnection createXAConnection(String user, String password) throws JMSException {
        return xa(factory -> factory.createXAConnection(user, password));
    }

    @Override
    public JMSContext createContext() {
        return unchecked(() -> plain(ActiveMQConnectionFactory::createContext));
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return unchecked(() -> plain(factory -> factory.createContext(sessionMode)));
    }

    @Override
    public JMSContext createContext(String user, String password) {
        return unchecked(() -> plain(factory -> factory.createContext(user, password)));
    }

    @Override
    public JMSContext createContext(String user, String password, int sessionMode) {
        return unchecked(() -> plain(factory -> factory.createContext(user, password, sessionMode)));
    }

    @Override
    public XAJMSContext createXAContext() {
        return unchecked(() -> xa(XAConnectionFactory::createXAContext));
    }

    @Override
    public XAJMSContext createXAContext(String user, String password) {
        return unchecked(() -> xa(factory -> factory.createXAContext(user, password)));
    }

    private <T> T plain(Call<ActiveMQConnectionFactory, T> call) throws JMSException {
        return first(source.clients().plain(), call);
    }

    private <T> T xa(Call<XAConnectionFactory, T> call) throws JMSException {
        return first(source.clients().xa(), factory -> call.on((XAConnectionFactory) factory));
    }

    private static <T> T first(List<ActiveMQConnectionFactory> factories, Call<ActiveMQConnectionFactory, T> call)
            throws JMSException {
        JMSException failed = null;
        for (ActiveMQConnectionFactory factory : factories) {
            try {
                return call.on(factory);
            } catch (JMSException e) {
                failed = with(failed, e);
            } catch (JMSRuntimeException e) {
                JMSException checked = new JMSException(e.getMessage(), e.getErrorCode());
                checked.initCause(e);
                failed = with(failed, checked);
            }
        }
        throw failed;
    }

    private static JMSException with(JMSException before, JMSException next) {
        if (before == null) {
            return next;
        }
        before.addSuppressed(next);
        return before;
    }

    private interface Checked<T> {
        T get() throws JMSException;
    }

    private static <T> T unchecked(Checked<T> call) {
        try {
            return call.get();
        } catch (JMSException e) {
            throw new JMSRuntimeException(e.getMessage(), e.getErrorCode(), e);
        }
    }
}
