import type { Book, ContactFields } from "./contacts.model.ts";
import type { ContactStore, ContactTagStore } from "./contacts.store.ts";

interface DemoStores {
  readonly contacts: Pick<ContactStore, "writeAll">;
  readonly contactTags: Pick<ContactTagStore, "create">;
}

/**
 * Contacts of the demo company, and a few personal ones: fictional names, numbers reserved for fiction (555-01xx, 02
 * 5550).
 */
export async function seedDemoContacts(
  { contacts, contactTags }: DemoStores,
  { realmId, ownerId }: { readonly realmId: number; readonly ownerId: number },
): Promise<void> {
  const books: ReadonlyArray<readonly [Book, readonly Tag[], readonly Line[]]> = [
    [{ realmId, ownerId: null }, SHARED_TAGS, SHARED],
    [{ realmId, ownerId }, PERSONAL_TAGS, PERSONAL],
  ];
  for (const [book, tags, lines] of books) {
    const ids = new Map<string, number>();
    for (const [name, color] of tags) {
      const tag = await contactTags.create(book, { name, color, limit: tags.length });
      if (typeof tag !== "string") ids.set(name, tag.id);
    }
    await contacts.writeAll(
      lines.map((line) => ({
        id: undefined,
        book,
        fields: fieldsOf(line),
        tagIds: line[5].split(" ").flatMap((name) => ids.get(name) ?? []),
        image: undefined,
      })),
    );
  }
}

type Tag = readonly [name: string, color: string | null];

const SHARED_TAGS: readonly Tag[] = [
  ["customer", "#2f9e44"],
  ["supplier", "#1971c2"],
  ["partner", "#9c36b5"],
  ["press", "#e8590c"],
  ["building", null],
];
const PERSONAL_TAGS: readonly Tag[] = [
  ["family", "#e03131"],
  ["neighbours", null],
];

/** First name, last name, company, job title, number, tags, and city and e-mail where they are known. */
type Line = readonly [
  first: string,
  last: string,
  company: string,
  title: string,
  number: string,
  tags: string,
  city?: string,
  email?: string,
];

const SHARED: readonly Line[] = [
  [
    "Agnes",
    "Bellweather",
    "Bellweather & Daughters",
    "Owner",
    "+14165550110",
    "customer",
    "Toronto",
    "agnes@bellweather.example",
  ],
  [
    "Anton",
    "Dvorsky",
    "Tidewater Freight",
    "Dispatcher",
    "+16135550111",
    "supplier",
    "Ottawa",
    "anton@tidewater.example",
  ],
  [
    "Béatrice",
    "Larose",
    "Fleuriste Larose",
    "Propriétaire",
    "+15145550112",
    "customer",
    "Montréal",
    "beatrice@larose.example",
  ],
  [
    "Bennett",
    "Oyelaran",
    "Northgate Insurance",
    "Broker",
    "+16045550113",
    "partner",
    "Vancouver",
    "bennett@northgate.example",
  ],
  [
    "Birgit",
    "Halvorsen",
    "Halvorsen Timber",
    "Sales",
    "+12125550114",
    "supplier",
    "New York",
    "birgit@halvorsen.example",
  ],
  ["Chidi", "Eze", "Eze Consulting", "Partner", "+14165550115", "partner", "Toronto", "chidi@eze.example"],
  [
    "Clémence",
    "Dubuc",
    "Le Courrier du Nord",
    "Journaliste",
    "+15145550116",
    "press",
    "Montréal",
    "cdubuc@courrier.example",
  ],
  [
    "Cormac",
    "Tierney",
    "Tierney Roofing",
    "Foreman",
    "+16135550117",
    "supplier building",
    "Ottawa",
    "cormac@tierney.example",
  ],
  ["Dagny", "Falk", "Falk Instruments", "Purchasing", "+12125550118", "customer", "New York", "dagny@falk.example"],
  ["Dimitri", "Pavlakis", "Pavlakis Foods", "Owner", "+14165550119", "customer", "Toronto", "dimitri@pavlakis.example"],
  [
    "Edda",
    "Winterbottom",
    "Winterbottom Press",
    "Editor",
    "+13125550120",
    "press",
    "Chicago",
    "edda@winterbottom.example",
  ],
  [
    "Emeka",
    "Adeyemi",
    "Harbour Clinic",
    "Administrator",
    "+19025550121",
    "customer",
    "Halifax",
    "emeka@harbour.example",
  ],
  [
    "Esperanza",
    "Villanueva",
    "Villanueva Textiles",
    "Designer",
    "+13125550122",
    "supplier",
    "Chicago",
    "esperanza@villanueva.example",
  ],
  [
    "Fabrice",
    "Gagnon",
    "Ascenseurs Gagnon",
    "Technicien",
    "+15145550123",
    "supplier building",
    "Montréal",
    "fabrice@gagnon.example",
  ],
  ["Fionnuala", "Keogh", "Keogh Legal", "Solicitor", "+14165550124", "partner", "Toronto", "fionnuala@keogh.example"],
  [
    "Gideon",
    "Marchetti",
    "Marchetti Bros",
    "Manager",
    "+12125550125",
    "customer",
    "New York",
    "gideon@marchetti.example",
  ],
  [
    "Gudrun",
    "Stefánsdóttir",
    "Aurora Travel",
    "Agent",
    "+16045550126",
    "supplier",
    "Vancouver",
    "gudrun@aurora.example",
  ],
  [
    "Hamish",
    "Drummond",
    "Drummond Distillery",
    "Export",
    "+14035550127",
    "customer",
    "Calgary",
    "hamish@drummond.example",
  ],
  [
    "Henrietta",
    "Pemberton-Smythe",
    "Pemberton Estates",
    "Landlord",
    "+14165550128",
    "building",
    "Toronto",
    "henrietta@pemberton.example",
  ],
  [
    "Ichiro",
    "Tanabe",
    "Tanabe Precision",
    "Engineer",
    "+16045550129",
    "supplier",
    "Vancouver",
    "ichiro@tanabe.example",
  ],
  ["Isolde", "Krämer", "Krämer Optik", "Buyer", "+12125550130", "customer", "New York", "isolde@kraemer.example"],
  [
    "Jocasta",
    "Whitlock",
    "Whitlock Analytics",
    "Director",
    "+13125550131",
    "partner",
    "Chicago",
    "jocasta@whitlock.example",
  ],
  ["Joon-ho", "Baek", "Baek Electronics", "Support", "+14165550132", "supplier", "Toronto", "joonho@baek.example"],
  ["Karri", "Redfern", "Redfern Wines", "Owner", "+61255500101", "customer", "Sydney", "karri@redfern.example"],
  [
    "Kwabena",
    "Boateng",
    "Boateng Logistics",
    "Dispatcher",
    "+16135550134",
    "supplier",
    "Ottawa",
    "kwabena@boateng.example",
  ],
  [
    "Lachlan",
    "Mackellar",
    "Mackellar Farms",
    "Owner",
    "+61255500102",
    "customer",
    "Sydney",
    "lachlan@mackellar.example",
  ],
  [
    "Lucinda",
    "Faraday",
    "Faraday Lighting",
    "Sales",
    "+14165550136",
    "supplier building",
    "Toronto",
    "lucinda@faraday.example",
  ],
  [
    "Marguerite",
    "St-Onge",
    "Ville-Neuve",
    "Greffière",
    "+14185550137",
    "partner",
    "Québec",
    "mstonge@villeneuve.example",
  ],
  [
    "Moses",
    "Abelard",
    "Abelard Cleaning",
    "Supervisor",
    "+14165550138",
    "building",
    "Toronto",
    "moses@abelard.example",
  ],
  [
    "Nadezhda",
    "Orlova",
    "Orlova Ballet School",
    "Director",
    "+12125550139",
    "customer",
    "New York",
    "nadezhda@orlova.example",
  ],
  ["Octavio", "Reyes", "Reyes Ceramics", "Owner", "+13125550140", "customer", "Chicago", "octavio@reyes.example"],
  ["Ottoline", "Greaves", "Greaves & Co", "Auditor", "+14165550141", "partner", "Toronto", "ottoline@greaves.example"],
  ["Perpetua", "Osei", "Radio Lakeshore", "Producer", "+14165550142", "press", "Toronto", "perpetua@lakeshore.example"],
  [
    "Rafael",
    "Quintero",
    "Quintero Motors",
    "Service",
    "+13125550143",
    "supplier",
    "Chicago",
    "rafael@quintero.example",
  ],
  [
    "Roswitha",
    "Baumgartner",
    "Baumgartner Pianos",
    "Tuner",
    "+16045550144",
    "customer",
    "Vancouver",
    "roswitha@baumgartner.example",
  ],
  [
    "Saoirse",
    "Flanagan",
    "Flanagan Bakery",
    "Owner",
    "+19025550145",
    "customer",
    "Halifax",
    "saoirse@flanagan.example",
  ],
  [
    "Thaddeus",
    "Crane",
    "Crane Security",
    "Guard desk",
    "+14165550146",
    "building",
    "Toronto",
    "desk@cranesecurity.example",
  ],
  ["Ulrike", "Sommer", "Sommer Verlag", "Publisher", "+12125550147", "press", "New York", "ulrike@sommer.example"],
  [
    "Valentina",
    "Rossetti",
    "Rossetti Catering",
    "Events",
    "+14165550148",
    "supplier",
    "Toronto",
    "valentina@rossetti.example",
  ],
  ["Yusuf", "Karahan", "Karahan Carpets", "Owner", "+14165550149", "customer", "Toronto", "yusuf@karahan.example"],
];

const PERSONAL: readonly Line[] = [
  ["Mum", "Archer", "", "", "+16135550151", "family", "Ottawa"],
  ["Theo", "Archer", "", "", "+16135550152", "family", "Ottawa"],
  ["Rowena", "Finch", "", "", "+14165550153", "neighbours", "Toronto"],
  ["Dr. Imogen", "Hale", "Hale Dental", "Dentist", "+14165550154", "", "Toronto"],
];

function fieldsOf([first_name, last_name, company, job_title, number, , city = "", email]: Line): ContactFields {
  return {
    first_name,
    last_name,
    company,
    job_title,
    address_type: city === "" ? "" : company === "" ? "home" : "work",
    street: "",
    city,
    state: "",
    postal_code: "",
    country: "",
    phone_numbers: [{ phone_number: number, extension: "", label: company === "" ? "Home" : "Office" }],
    emails: email === undefined ? [] : [{ email, label: "" }],
    use_as_callerid: true,
  };
}
