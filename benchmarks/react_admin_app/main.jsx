// The smallest list react-admin can make of our users: six columns, one filter, French. The token is already there, and
// so is the address of the API: built once, it is measured beside any sandbox.
import polyglot from "ra-i18n-polyglot";
import french from "ra-language-french";
import {
  Admin,
  Datagrid,
  DateField,
  EmailField,
  List,
  NumberField,
  Resource,
  SearchInput,
  TextField,
} from "react-admin";
import { createRoot } from "react-dom/client";

const api = localStorage.getItem("api");

async function getList(resource, { pagination, sort, filter, signal }) {
  const query = new URLSearchParams({ page: pagination.page, perPage: pagination.perPage, ...filter });
  query.set(`order[${sort.field}]`, sort.order.toLowerCase());
  const headers = { Accept: "application/ld+json", Authorization: `Bearer ${localStorage.getItem("token")}` };
  const answer = await fetch(`${api}/admin/${resource}?${query}`, { headers, signal });
  const body = await answer.json();
  return { data: body["hydra:member"], total: body["hydra:totalItems"] };
}

const UserList = () => (
  <List
    filters={[<SearchInput source="q" alwaysOn key="q" />]}
    perPage={25}
    sort={{ field: "createdDate", order: "DESC" }}
  >
    <Datagrid>
      <NumberField source="id" />
      <TextField source="givenName" />
      <TextField source="familyName" />
      <EmailField source="email" />
      <TextField source="telephone" />
      <DateField source="createdDate" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={{ getList }} i18nProvider={polyglot(() => french, "fr")}>
    <Resource name="users" list={UserList} />
  </Admin>,
);
